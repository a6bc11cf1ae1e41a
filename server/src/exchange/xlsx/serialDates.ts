/** What a cell shows of a moment, by the format of its number. */
export type DateKind = 'date' | 'time' | 'dateTime'

const day = 86_400_000

/** The last day that spreadsheets know, 9999-12-31, by the system of 1900. */
const lastSerial = 2_958_465

/** The days that the system of 1904 begins later. */
const between1900And1904 = 1_462

/** The first day after the 29th of February 1900, which Excel believes in. */
const firstReal = 61

/** Day 0 of the system of 1900, as seen from `firstReal` on. */
const zero = Date.UTC(1899, 11, 30)

/** Reads the number of a date. Undefined if it is none, such as the 29th of February 1900. */
export function fromSerial(serial: number, kind: DateKind, dates1904: boolean): string | undefined {
  if (serial < 0) return undefined
  const number = dates1904 ? serial + between1900And1904 : serial
  if (kind === 'time' && serial < 1) return toText(serial, 0).slice(11)
  // Noise of a floating point number, such as .9999999999, is less than a millisecond.
  const rounded = Math.round(number * day) / day
  if (!(rounded >= 1 && rounded < lastSerial + 1) || Math.floor(rounded) === firstReal - 1) return undefined
  const text = toText(rounded, rounded < firstReal ? 1 : 0)
  return kind === 'date' ? text.slice(0, 10) : text
}

/** The time of a number of days, without a fraction of the second that is zero. */
function toText(serial: number, shift: number): string {
  const text = new Date(zero + Math.round((serial + shift) * day)).toISOString()
  return text.slice(0, text.endsWith('.000Z') ? 19 : 23)
}

/** Writes a date, or a time of a day without its zone, as a number. Undefined for what Excel can't show as such. */
export function toSerial(text: string): number | undefined {
  const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?)?$/.test(text)
  const time = isMoment ? Date.parse(text.length === 10 ? text : `${text}Z`) : Number.NaN
  const serial = (time - zero) / day
  return serial >= firstReal && serial < lastSerial + 1 ? serial : undefined
}

/** The kinds of the formats that every workbook has, with those of East Asia: 27 to 36, 50 to 58. */
const builtIn: readonly (readonly [kind: DateKind, ids: readonly number[]])[] = [
  ['date', [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]],
  ['time', [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]],
  ['dateTime', [22]],
]

/** Whether a format shows a moment, and which part of it. A duration, as `[h]:mm`, is a number. */
export function kindOfFormat(id: number, code: string | undefined): DateKind | undefined {
  if (code === undefined) return builtIn.find(([, ids]) => ids.includes(id))?.[0]
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return undefined
  // Quoted text, escaped signs, conditions and colours say nothing; the second part is for negative numbers.
  const [signs = ''] = code.replace(/"[^"]*(?:"|$)|\\.|_.|\*.|\[[^\]]*(?:\]|$)/gs, '').split(';')
  if (/general/i.test(signs)) return undefined
  const isTime = /[hs]/i.test(signs)
  const isDate = /[yd]/i.test(signs) || (!isTime && /m/i.test(signs))
  if (isDate) return isTime ? 'dateTime' : 'date'
  return isTime ? 'time' : undefined
}
