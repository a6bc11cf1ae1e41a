import { describeForeign, type ForeignObject } from '../../schema/ForeignObject.ts'
import type { Context } from '../Context.ts'

/** What the help says of the flag that consents to the loss of somebody else's object. */
export const dropForeignHelp =
  'also drop this constraint, index, trigger or sequence, which is not ours; may be repeated'

/** Collects the names of a flag that may be repeated. */
export function addName(name: string, names: readonly string[] = []): string[] {
  return [...names, name]
}

/** Lists what was made with SQL on the tables of the records. */
export function printForeign({ stdout }: Context, foreign: readonly ForeignObject[]): void {
  for (const object of foreign) stdout.write(`Not ours, left alone: ${describeForeign(object)}.\n`)
}
