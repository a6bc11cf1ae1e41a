import type { Words } from '../Words.ts'

/** What is wrong with what was typed, in French. */
export const faultWords: Words['fault'] = {
  required: 'est obligatoire',
  integer: 'doit être un nombre entier',
  decimal: 'doit être un nombre comme 12.50',
  date: 'doit être une date comme 2026-01-31',
  dateTime: 'doit être une date et une heure',
  incomplete: 'est incomplet : complétez les parties manquantes ou effacez',
  json: (line, column) => `n’est pas du JSON : voyez la ligne ${line}, colonne ${column}`,
}
