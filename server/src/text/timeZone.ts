import { didYouMean } from './didYouMean.ts'

const shape = /^[A-Z]\w*(\/[\w+-]+){1,2}$/i

/** Whether the text is `UTC` or an IANA name that Node knows, such as `Europe/Paris`. Offsets and `CET` are neither. */
export function isTimeZone(text: unknown): boolean {
  if (typeof text !== 'string') return false
  return text === 'UTC' || (shape.test(text) && isKnown(text))
}

/** Returns ` Did you mean "Europe/Paris"?` for a mistyped name, or an empty text. */
export function didYouMeanZone(text: unknown): string {
  return didYouMean(String(text), Intl.supportedValuesOf('timeZone'))
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The day that calendars in a time zone show at a moment, such as `2026-11-18`. */
export function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}
