import { Fault, type JsonKind } from './Kind.ts'
import { flag } from './kinds.ts'

/** True, or some names in an array; false and an empty array mean the same as nothing. */
export const flagOrNames: JsonKind<true | readonly string[] | undefined> = {
  fromJson: (value, maxLimit) => {
    if (!Array.isArray(value)) return flag.fromJson(value, maxLimit)
    if (!value.every((one) => typeof one === 'string')) throw new Fault('must be true, false or an array of names')
    return value.length > 0 ? value : undefined
  },
  schema: () => ({ anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'string' } }] }),
}
