import { count, plural } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: '1 change', other: `${count(many)} changes` })
}

/** The words of a bulk edit in English. */
export const bulkEditWords = {
  title: 'Edit many',
  begin: 'Edit many: press Enter or F2 in a cell. Nothing is written before you save.',
  pending: (edits: number, records: number) =>
    `${changes(edits)} in ${plural(records, { one: '1 record', other: `${count(records)} records` })}`,
  review: 'Review',
  save: 'Save',
  discard: 'Discard',
  done: 'Done',
  discarded: (edits: number) =>
    plural(edits, { one: '1 change was discarded', other: `${changes(edits)} were discarded` }),
  changed: (before: string) => `changed, it was: ${before}`,
  refused: 'What is refused stays marked. If somebody changed a record meanwhile, edit it again to save yours over it.',
}
