import type { Words } from '../Words.ts'

/** What is wrong with what was typed, in German. */
export const faultWords: Words['fault'] = {
  required: 'fehlt noch',
  integer: 'muss eine ganze Zahl sein',
  decimal: 'muss eine Zahl wie 12.50 sein',
  date: 'muss ein Datum wie 2026-01-31 sein',
  dateTime: 'muss Datum und Uhrzeit sein',
  incomplete: 'ist unvollständig: fehlende Teile ausfüllen oder leeren',
  json: (line, column) => `ist kein JSON: siehe Zeile ${line}, Spalte ${column}`,
}
