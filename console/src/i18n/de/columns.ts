import type { Words } from '../Words.ts'
import { records } from './numbers.ts'

/** The words of columns, pages and empty lists in German. */
export const columnsWords: Words['columns'] = {
  title: 'Spalten',
  shown: 'Gezeigte Spalten',
  add: 'Spalte hinzufügen',
  up: (label) => `${label} nach oben`,
  down: (label) => `${label} nach unten`,
  remove: (label) => `${label} entfernen`,
  reset: 'Die üblichen Spalten zeigen',
  density: 'Zeilen',
  densities: { regular: 'Normal', compact: 'Eng', comfortable: 'Weit' },
  rows: 'Zeilen pro Seite',
  without: (chip) => `Ohne „${chip}“:`,
  wouldBe: (many, of) => (many === undefined ? 'nicht bekannt' : records(many, of)),
}
