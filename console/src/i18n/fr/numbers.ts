import { createNumbers } from '../createNumbers.ts'
import { type Noun, toSmall } from '../Noun.ts'

/** Numbers and plurals in French, where 0 takes the singular too. */
export const { count, plural } = createNumbers('fr')

/** So many records, by the name that their model has for several. No word agrees with it: its gender is not known. */
export function records(many: number, of?: Noun): string {
  if (of?.plural === undefined)
    return `${count(many)} ${plural(many, { one: 'enregistrement', other: 'enregistrements' })}`
  return `${count(many)} ${toSmall(plural(many, { one: of.label, other: of.plural }))}`
}

/** What several records are called inside of a sentence. */
export function several({ label, plural: name }: Noun): string {
  return name === undefined ? `enregistrements de ${label}` : toSmall(name)
}

/** Words behind “de”. */
export function of(words: string): string {
  return /^[aeiouyàâäéèêëîïôöùûü]/i.test(words) ? `d’${words}` : `de ${words}`
}
