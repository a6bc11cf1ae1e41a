import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of the lines of a record, in French. */
export const linesWords: Words['lines'] = {
  add: (column) => `${column}…`,
  new: 'Nouvelle ligne',
  line: (number) => `Ligne ${count(number)}`,
  place: (number, column) => `Ligne ${count(number)}, ${column} :`,
  changed: 'Modifiée',
  added: 'Nouvelle',
  removed: 'Retirée',
  remove: 'Retirer',
  bringBack: 'Remettre',
  isBack: 'La ligne est de retour.',
  total: (many) => plural(many, { one: '1 ligne', other: `${count(many)} lignes` }),
  wouldBe: 'serait, pas encore enregistré',
  asSaved: 'tel qu’enregistré',
  asSavedUntil: (number) => `tel qu’enregistré · recompté quand la ligne ${count(number)} sera corrigée`,
  counting: 'calcul en cours…',
  mayNotAdd: (label) => `Vous ne pouvez rien ajouter à ${label}.`,
}
