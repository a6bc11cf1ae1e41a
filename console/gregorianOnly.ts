import type { Plugin } from 'vite'

/**
 * Leaves all calendars but the Gregorian one out of the build. Inputs of dates could show twelve others, which are
 * larger than the inputs; the languages of the console need none of them, and its parts are told so (LocaleProvider).
 */
export function gregorianOnly(): Plugin {
  return {
    name: 'gregorian-only',
    enforce: 'pre',
    load: (id) => (id.endsWith('@internationalized/date/dist/private/createCalendar.mjs') ? gregorian : undefined),
  }
}

const gregorian = `
import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
export function createCalendar() {
  return new GregorianCalendar()
}
`
