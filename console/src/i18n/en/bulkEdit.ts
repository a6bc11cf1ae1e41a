import type { Noun } from '../Noun.ts'
import { count, plural, records } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: '1 change', other: `${count(many)} changes` })
}

/** The words of a bulk edit in English. */
export const bulkEditWords = {
  title: 'Edit cells',
  begin: 'Editing cells. Nothing is saved until you save.',
  pending: (edits: number, many: number, of?: Noun) => `${changes(edits)} in ${records(many, of)}`,
  review: 'Review',
  save: 'Save',
  discard: 'Discard',
  done: 'Done',
  discarded: (edits: number) =>
    plural(edits, { one: '1 change was discarded', other: `${changes(edits)} were discarded` }),
  changed: (before: string) => `changed, it was: ${before}`,
  refused: 'What is refused stays marked. If somebody changed a record meanwhile, edit it again to save yours over it.',
}
