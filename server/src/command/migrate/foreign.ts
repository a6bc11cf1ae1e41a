import { describeForeign, type ForeignObject } from '../../schema/ForeignObject.ts'
import type { Context } from '../Context.ts'

/** The help for the flag that permits dropping a foreign object. */
export const dropForeignHelp =
  'also drop this constraint, index, trigger or sequence, which is not ours; may be repeated'

/** Collects the values of a flag that can be repeated. */
export function addName(name: string, names: readonly string[] = []): string[] {
  return [...names, name]
}

/** Prints the foreign objects on the record tables. */
export function printForeign({ stdout }: Context, foreign: readonly ForeignObject[]): void {
  for (const object of foreign) stdout.write(`Not managed by Tabularium; left as is: ${describeForeign(object)}.\n`)
}
