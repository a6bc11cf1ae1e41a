import { createNumbers } from '../createNumbers.ts'

/** Numbers and plurals in German. */
export const { count, plural } = createNumbers('de')

/** So many records. */
export function records(many: number): string {
  return plural(many, { one: '1 Datensatz', other: `${count(many)} Datensätze` })
}

/** So many records, behind a preposition that takes the dative. */
export function recordsAfterOf(many: number): string {
  return plural(many, { one: '1 Datensatz', other: `${count(many)} Datensätzen` })
}
