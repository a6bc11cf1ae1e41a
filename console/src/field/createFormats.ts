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
