import { createNumbers } from '../createNumbers.ts'
import { type Noun, toSmall } from '../Noun.ts'

/** Numbers and plurals in English. */
export const { count, plural } = createNumbers('en')

/** So many records, by the name that their model has for several. */
export function records(many: number, of?: Noun): string {
  if (of?.plural === undefined) return plural(many, { one: '1 record', other: `${count(many)} records` })
  return `${count(many)} ${toSmall(plural(many, { one: of.label, other: of.plural }))}`
}

/** What several records are called inside of a sentence. */
export function several({ label, plural: name }: Noun): string {
  return name === undefined ? `records of ${label}` : toSmall(name)
}
