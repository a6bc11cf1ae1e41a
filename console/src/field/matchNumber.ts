import type { FieldMeta } from '../meta/ModelMeta.ts'

const separators = /[.,]/g

/** What is written may be two numbers. */
export const ambiguous = Symbol('ambiguous')

/**
 * The digits of a number with points or commas between its groups and before its decimals; undefined for none. A
 * separator that could be either is that of groups only if the field has no room for so many decimals, and the language
 * does not write decimals with it.
 */
export function matchNumber(
  text: string,
  { type, scale }: FieldMeta,
  language: string,
): string | typeof ambiguous | undefined {
  const plain = withoutUnits(text)
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined
  const sign = plain.startsWith('-') ? '-' : ''
  const digits = plain.replace(/^[+-]/, '')
  const most = type === 'integer' ? 0 : (scale ?? Number.POSITIVE_INFINITY)
  const used: readonly string[] = digits.match(separators) ?? []
  const last = used.at(-1)
  if (last === undefined) return `${sign}${digits}`
  const other = last === '.' ? ',' : '.'
  const decimal = asDecimal(digits, last, other, most)
  const whole = used.includes(other) ? undefined : asWhole(digits, last)
  // One separator alone: people of this language may mean decimals by it.
  const isVetoed = used.length === 1 && last === pointOf(language)
  const readings = [decimal, isVetoed ? undefined : whole].filter((reading) => reading !== undefined)
  return readings.length > 1 ? ambiguous : readings[0] === undefined ? undefined : `${sign}${readings[0]}`
}

/** Spaces between groups, signs of currencies and a typographic minus mean nothing more. */
function withoutUnits(text: string): string {
  return text
    .replaceAll(/[\s\u00A0\u202F\u2009'’]/g, '')
    .replaceAll(/\p{Sc}|^[A-Z]{3}(?=[-+\d])|(?<=\d)[A-Z]{3}$|(?<=\d)%$/gu, '')
    .replace('\u2212', '-')
}

/** The last separator stands before decimals, the other one between groups of three. */
function asDecimal(digits: string, point: string, group: string, most: number): string | undefined {
  const [before = '', after = '', ...more] = digits.split(point)
  if (more.length > 0 || after === '' || after.length > most) return zeros(digits, point, most)
  const whole = before.includes(group) ? asWhole(before, group) : before
  return whole === undefined || whole === '' ? undefined : `${whole}.${after}`
}

/** Decimals that are all zero fit into every number. */
function zeros(digits: string, point: string, most: number): string | undefined {
  const [before = '', after = '', ...more] = digits.split(point)
  const isZero = more.length === 0 && /^0{1,2}$/.test(after) && /^\d+$/.test(before)
  return isZero ? (most === 0 ? before : `${before}.${after.slice(0, most)}`) : undefined
}

function asWhole(digits: string, group: string): string | undefined {
  const [first = '', ...groups] = digits.split(group)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((each) => /^\d{3}$/.test(each))
    ? first + groups.join('')
    : undefined
}

function pointOf(language: string): string | undefined {
  return new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
}
