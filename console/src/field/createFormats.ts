import type { Words } from '../i18n/Words.ts'
import type { Formats } from './FieldKind.ts'

/**
 * How values are shown in a language and a time zone: numbers as the language of the words writes them, dates as its
 * region does (`language`, such as `en-GB`).
 */
export function createFormats(words: Words, language: string, timeZone: string): Formats {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const whole = new Intl.NumberFormat(words.language)
  return {
    words,
    language,
    timeZone,
    dateTime: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : moment.format(new Date(iso))),
    date: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : day.format(new Date(`${iso}T00:00:00Z`))),
    number: (digits) => groupDigits(digits, whole),
    money: (digits, code) => showMoney(digits, code, words.language, whole),
  }
}

/** Digits in groups, as the language writes them. The digits themselves are never rounded: decimals are text. */
function groupDigits(digits: string, whole: Intl.NumberFormat): string {
  const found = /^(-?\d+)(?:\.(\d+))?$/.exec(digits)
  if (!found?.[1]) return digits
  const [, before, after] = found
  const point = whole.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const grouped = BigInt(before) === 0n && before.startsWith('-') ? '-0' : whole.format(BigInt(before))
  return after === undefined ? grouped : `${grouped}${point}${after}`
}

/**
 * An amount as the language writes it, with all its digits but for zeros that its currency does not have. Only the
 * place of the sign and of the currency is asked for, so that nothing is rounded.
 */
function showMoney(digits: string, code: string, language: string, whole: Intl.NumberFormat): string {
  if (!/^[A-Z]{3}$/.test(code) || !/^-?\d+(\.\d+)?$/.test(digits)) return groupDigits(digits, whole)
  const form = new Intl.NumberFormat(language, { style: 'currency', currency: code, maximumFractionDigits: 0 })
  const amount = groupDigits(withoutZeros(digits.replace('-', ''), digitsOf(code)), whole)
  const parts = form.formatToParts(digits.startsWith('-') ? -1 : 1)
  return parts.map(({ type, value }) => (type === 'integer' ? amount : value)).join('')
}

/** How many digits a currency has behind the point. */
function digitsOf(code: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}

/** A decimal without zeros at its end beyond so many digits. */
function withoutZeros(digits: string, most: number): string {
  const [before = '', after = ''] = digits.split('.')
  const kept = after.replace(/0+$/, '').padEnd(Math.min(most, after.length), '0')
  return kept === '' ? before : `${before}.${kept}`
}
