import { type Noun, toSmall } from '../Noun.ts'
import { count, several } from './numbers.ts'

/** The words of lists in English. */
export const listWords = {
  total: (from: number, to: number, total: number | undefined) =>
    total === undefined
      ? `${count(from)}–${count(to)}`
      : total === 0
        ? 'No records'
        : `${count(from)}–${count(to)} of ${count(total)}`,
  new: (model: string) => `New ${toSmall(model)}`,
  find: 'Find',
  clear: 'Clear',
  next: 'Next page',
  previous: 'Previous page',
  first: 'First page',
  last: 'Last page',
  rows: 'Rows per page',
  none: (of: Noun) => `No ${several(of)} yet.`,
  noneSeen: (of: Noun) => `There are no ${several(of)} that you may see.`,
  why: 'Why?',
  noneMatch: (of?: Noun) => `No ${of ? toSmall(of.label) : 'record'} matches.`,
  lostFilter: 'This filter is too long for an address. The tab that made it has it: save it there as a view.',
  withoutFilter: 'Show all',
  columns: 'Columns',
  more: 'More',
  deleted: (of: Noun) => `Deleted ${several(of)}`,
  selectAll: 'Select all on this page',
  select: (title: string) => `Select ${title}`,
  menuOf: (title: string) => `Menu of ${title}`,
  peek: 'Open beside',
  closePeek: 'Close',
  beside: (title: string) => `Side panel: ${title}`,
  openRecord: 'Open',
}
