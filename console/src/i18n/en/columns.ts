import type { Noun } from '../Noun.ts'
import { records } from './numbers.ts'

/** The words of columns, pages and empty lists in English. */
export const columnsWords = {
  title: 'Columns',
  shown: 'Shown columns',
  add: 'Add a column',
  up: (label: string) => `Move ${label} up`,
  down: (label: string) => `Move ${label} down`,
  remove: (label: string) => `Remove ${label}`,
  reset: 'Use the default columns',
  density: 'Rows',
  densities: { regular: 'Regular', compact: 'Compact', comfortable: 'Comfortable' },
  rows: 'Rows per page',
  without: (chip: string) => `Without “${chip}”:`,
  wouldBe: (many: number | undefined, of?: Noun) => (many === undefined ? 'not known' : records(many, of)),
}
