import { count, plural } from './numbers.ts'

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
    many === undefined ? 'not known' : plural(many, { one: '1 record', other: `${count(many)} records` }),
}
