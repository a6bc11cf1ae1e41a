import type { Words } from '../Words.ts'
import { count, records } from './numbers.ts'

/** The words of pivot tables in German. */
export const pivotWords: Words['pivot'] = {
  layout: 'Pivottabelle',
  title: (many, rows, columns) => `${many.plural ?? many.label} nach ${rows} und ${columns}`,
  rows: 'Zeilen',
  columns: 'Spalten',
  figure: 'Wert',
  swap: 'Zeilen und Spalten tauschen',
  total: 'Gesamt',
  choose: 'Wählen Sie die Felder der Zeilen und der Spalten.',
  none: 'Keine Datensätze',
  noValue: 'kein Wert',
  records: (many, of) => (of === '' ? records(many) : `${of}: ${records(many)}`),
  first: (shown, all, field) => `${field}: die ersten ${count(shown)} von ${count(all)}.`,
  narrow: 'Ein Filter zeigt andere; die Summen gelten für alle.',
}
