import { createNumbers } from '../createNumbers.ts'

/** Numbers and plurals in French, where 0 takes the singular too. */
export const { count, plural } = createNumbers('fr')

/** So many records. */
export function records(many: number): string {
  return `${count(many)} ${plural(many, { one: 'enregistrement', other: 'enregistrements' })}`
}
