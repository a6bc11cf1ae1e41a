import { createNumbers } from '../createNumbers.ts'
import type { Noun } from '../Noun.ts'

/** Numbers and plurals in German. */
export const { count, plural } = createNumbers('de')

/** So many records, by the name that their model has for several. German nouns keep their capitals. */
export function records(many: number, of?: Noun): string {
  if (of?.plural === undefined) return plural(many, { one: '1 Datensatz', other: `${count(many)} Datensätze` })
  return `${count(many)} ${plural(many, { one: of.label, other: of.plural })}`
}

/** What several records are called inside of a sentence. */
export function several({ label, plural: name }: Noun): string {
  return name ?? `Datensätze von ${label}`
}

/** So many records, behind a preposition that takes the dative. */
export function recordsAfterOf(many: number): string {
  return plural(many, { one: '1 Datensatz', other: `${count(many)} Datensätzen` })
}
