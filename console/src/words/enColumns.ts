import { count } from './count.ts'

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
  densities: { regular: 'Regular', compact: 'Compact' },
  rows: 'Rows per page',
  without: (chip: string) => `Without ${chip}`,
  words: (q: string) => `the words “${q}”`,
  wouldBe: (many: number | undefined) =>
    many === undefined ? 'not known' : many === 1 ? '1 record' : `${count(many)} records`,
}
