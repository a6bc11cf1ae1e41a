import type { Noun } from '../Noun.ts'
import { count, plural, records } from './numbers.ts'

/** The words about what was written to several records at once, in English. */
export const changesWords = {
  title: 'Activity',
  none: 'Nothing was written to several records at once yet.',
  missing: 'There is no such change, or you may not see it.',
  set: (id: number) => `Change ${id}`,
  kinds: {
    create: (many: number, of?: Noun) => `Created ${records(many, of)}`,
    update: (many: number, of?: Noun) => `Changed ${records(many, of)}`,
    delete: (many: number, of?: Noun) => `Deleted ${records(many, of)}`,
    restore: (many: number, of?: Noun) => `Restored ${records(many, of)}`,
    bulk: (many: number, of?: Noun) => `Saved ${records(many, of)}`,
    removeAll: (many: number, of?: Noun) => `Deleted ${records(many, of)}`,
    updateMass: (many: number, of?: Noun) => `Changed ${records(many, of)} that matched`,
    upsert: (many: number, of?: Noun) => `Created or changed ${records(many, of)}`,
    archive: (many: number, of?: Noun) => `Archived ${records(many, of)}`,
    transaction: (many: number, of?: Noun) => `Wrote ${records(many, of)} together`,
    action: (many: number, of?: Noun) => `An action wrote ${records(many, of)}`,
    job: (many: number, of?: Noun) => `A job wrote ${records(many, of)}`,
    reaction: (many: number, of?: Noun) => `A reaction wrote ${records(many, of)}`,
    schedule: (many: number, of?: Noun) => `A schedule wrote ${records(many, of)}`,
    undo: (many: number, of?: Noun) => `Undid a change of ${records(many, of)}`,
  },
  /** What was done to one field of several records. */
  one: (field: string, many: number, values: string, of?: Noun) =>
    `${field} of ${records(many, of)}${values === '' ? '' : `: ${values}`}`,
  by: (who: string, when: string) => `${who}, ${when}`,
  undone: 'undone',
  undoes: (id: number) => `undoes change ${id}`,
  undoneBy: (id: number) => `This was undone by change ${id}.`,
  table: 'What was written',
  operations: { create: 'created', update: 'changed', delete: 'deleted', restore: 'restored' },
}

/** The words of undo, in English. */
export const undoWords = {
  set: (id: number) => `Undo change ${id}`,
  title: 'Undo this change?',
  stuck: 'This can not be undone',
  looking: 'Looking at what goes back…',
  goes: (many: number) =>
    plural(many, { one: '1 record goes back to what it was.', other: `${records(many)} go back to what they were.` }),
  nothing: 'Nothing would go back.',
  final: (label: string) => `${label} is final.`,
  forGood: 'This can’t be undone.',
  someForGood: (many: number) =>
    plural(many, { one: '1 of them can’t be undone.', other: `${count(many)} of them can’t be undone.` }),
  finalNow: (label: string, many: number) => `This can’t be undone: ${label} is final (${records(many)}).`,
  stays: (many: number) =>
    plural(many, {
      one: '1 record does not go back, or not all of it:',
      other: `${records(many)} do not go back, or not all of it:`,
    }),
  undo: (many: number) => `Undo ${records(many)}`,
  cancel: 'Cancel',
  close: 'Close',
  done: (many: number) =>
    plural(many, { one: '1 record is back as it was', other: `${records(many)} are back as they were` }),
  write: 'Undo this change',
  written: 'The change was undone',
  table: 'What goes back',
  now: 'Now',
  later: 'Then',
  back: { update: 'goes back', delete: 'is deleted', restore: 'comes back' },
  reasons: {
    changed: 'Somebody has changed it since.',
    deleted: (who: string, when: string) => `${who} has deleted it since, ${when}.`,
    forgotten: 'The history does not reach back that far.',
  },
  field: 'Field',
  after: 'After the change',
  current: 'It is now',
  before: 'Before the change',
}
