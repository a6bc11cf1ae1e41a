import { didYouMeanZone, isTimeZone } from '../text/timeZone.ts'
import type { Kind } from './kinds.ts'

/** The name of a time zone. */
export const timeZone: Kind<string> = {
  placeholder: 'zone',
  example: 'Europe/Paris',
  parse: (given) => {
    if (!isTimeZone(given)) throw new TypeError(`must be a name such as Europe/Paris.${didYouMeanZone(given)}`)
    return given
  },
}
