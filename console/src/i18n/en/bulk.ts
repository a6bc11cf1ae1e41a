import type { Noun } from '../Noun.ts'
import { count, plural, records } from './numbers.ts'

/** The words of selections and of changes of many records in English. */
export const bulkWords = {
  selection: 'Selection',
  selected: (many: number, of?: Noun) => `${records(many, of)} selected`,
  allSelected: (many: number, of?: Noun) => `All ${records(many, of)} that match are selected`,
  selectAll: (many: number) => `Select all ${count(many)} that match`,
  edit: 'Edit',
  delete: 'Delete',
  copy: 'Copy',
  clear: 'Clear the selection',
  copied: (many: number, total: number, of?: Noun) =>
    many < total ? `Copied the first ${count(many)} of ${records(total, of)}` : `Copied ${records(many, of)}`,
  titleEdit: (many: number, isAll: boolean, of?: Noun) =>
    isAll ? `Change all ${records(many, of)} that match` : `Change ${records(many, of)}`,
  titleDelete: (many: number, isAll: boolean, of?: Noun) =>
    isAll ? `Delete all ${records(many, of)} that match?` : `Delete ${records(many, of)}?`,
  field: 'Which field?',
  addField: 'Another field',
  how: (label: string) => `What to do with ${label}`,
  set: 'Set',
  clearValue: 'Clear',
  cleared: 'will have no value',
  removeField: (label: string) => `Leave ${label} as it is`,
  needsValue: (isRequired: boolean): string =>
    isRequired ? 'needs a value' : 'needs a value; choose Clear to take it away',
  preview: 'Preview',
  previewing: (tried: number, total: number) => `Tried ${count(tried)} of ${records(total)}`,
  writing: (done: number, total: number) => `Written ${count(done)} of ${records(total)}`,
  stop: 'Stop',
  stopped: (tried: number, total: number) =>
    `Stopped after ${count(tried)} of ${records(total)}. Nothing was written; preview again to go on.`,
  back: 'Change the values',
  cancel: 'Cancel',
  filters: 'What becomes of them',
  all: (many: number) => `All ${count(many)}`,
  outcomes: {
    changed: (many: number) => plural(many, { one: '1 changes', other: `${count(many)} change` }),
    same: (many: number) => plural(many, { one: '1 has it already', other: `${count(many)} have it already` }),
    refused: (many: number) => plural(many, { one: '1 is refused', other: `${count(many)} are refused` }),
  },
  goes: (many: number) => plural(many, { one: '1 is deleted', other: `${count(many)} are deleted` }),
  table: 'Preview of the change',
  record: 'Record',
  fieldColumn: 'Field',
  before: 'Before',
  after: 'After',
  hidden: 'will not be visible to you',
  secret: 'a secret',
  has: 'has it already',
  more: (many: number) => `Show ${count(many)} more`,
  listed: (many: number, total: number) =>
    `The first ${count(many)} of ${records(total)} are listed; the counts are those of all.`,
  also: (deleted: number, cleared: number) =>
    [
      deleted > 0
        ? plural(deleted, {
            one: '1 other record goes with them.',
            other: `${count(deleted)} other records go with them.`,
          })
        : '',
      cleared > 0
        ? plural(cleared, {
            one: '1 other record loses its reference.',
            other: `${count(cleared)} other records lose their reference.`,
          })
        : '',
    ]
      .filter((text) => text !== '')
      .join(' '),
  change: (many: number, of?: Noun) => `Change ${records(many, of)}`,
  remove: (many: number, of?: Noun) => `Delete ${records(many, of)}`,
  nothing: 'Nothing would change.',
  changed: (many: number, of?: Noun) => `${records(many, of)} ${plural(many, { one: 'was', other: 'were' })} changed`,
  deleted: (many: number, of?: Noun) => `${records(many, of)} ${plural(many, { one: 'was', other: 'were' })} deleted`,
  partly: (many: number, total: number) => `${count(many)} of ${records(total)} were written before this:`,
  stale: 'These records changed meanwhile. Nothing more was written; here is what would happen now.',
  reasons: {
    gone: 'It was deleted, or you may not see it any more.',
    stale: 'Somebody changed it since you saw it.',
    notPermitted: 'You may not.',
    notTried: 'Not tried: too many others were refused.',
  },
}
