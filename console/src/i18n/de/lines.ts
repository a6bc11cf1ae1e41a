import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of the lines of a record, in German. */
export const linesWords: Words['lines'] = {
  add: (column) => `${column} …`,
  new: 'Neue Zeile',
  line: (number) => `Zeile ${count(number)}`,
  place: (number, column) => `Zeile ${count(number)}, ${column}:`,
  changed: 'Geändert',
  added: 'Neu',
  removed: 'Herausgenommen',
  remove: 'Herausnehmen',
  bringBack: 'Zurückholen',
  isBack: 'Die Zeile ist wieder da.',
  total: (many) => plural(many, { one: '1 Zeile', other: `${count(many)} Zeilen` }),
  wouldBe: 'wäre es, noch nicht gespeichert',
  asSaved: 'wie gespeichert',
  asSavedUntil: (number) => `wie gespeichert · neu gezählt, sobald Zeile ${count(number)} stimmt`,
  counting: 'wird gezählt …',
  mayNotAdd: (label) => `Sie dürfen zu ${label} nichts hinzufügen.`,
}
