import { count, plural } from './numbers.ts'

/** So many records. */
function records(many: number): string {
  return plural(many, { one: '1 record', other: `${count(many)} records` })
}

/** The words about what was written to several records at once, in English. */
export const changesWords = {
  title: 'Changes',
  about: 'What was written to several records at once, newest first.',
  aboutOwn: 'What you wrote to several records at once, newest first.',
  none: 'Nothing was written to several records at once yet.',
  noneMatch: 'No change matches.',
  missing: 'There is no such change, or you may not see it.',
  mine: 'My last changes',
  all: 'All changes',
  model: 'Model',
  anyModel: 'All models',
  user: 'Changed by',
  set: (id: number) => `Change ${id}`,
  kinds: {
    create: (many: number) => `Created ${records(many)}`,
    update: (many: number) => `Changed ${records(many)}`,
    delete: (many: number) => `Deleted ${records(many)}`,
    restore: (many: number) => `Brought ${records(many)} back`,
    bulk: (many: number) => `Saved ${records(many)}`,
    removeAll: (many: number) => `Deleted ${records(many)}`,
    updateMass: (many: number) => `Changed ${records(many)} that matched`,
    upsert: (many: number) => `Created or changed ${records(many)}`,
    transaction: (many: number) => `Wrote ${records(many)} together`,
    action: (many: number) => `An action wrote ${records(many)}`,
    job: (many: number) => `A job wrote ${records(many)}`,
    reaction: (many: number) => `A reaction wrote ${records(many)}`,
    schedule: (many: number) => `A schedule wrote ${records(many)}`,
    undo: (many: number) => `Undid a change of ${records(many)}`,
  },
  by: (who: string, when: string) => `${who}, ${when}`,
  undone: 'undone',
  undoes: (id: number) => `undoes change ${id}`,
  undoneBy: (id: number) => `This was undone by change ${id}.`,
  table: 'What was written',
  operations: { create: 'created', update: 'changed', delete: 'deleted', restore: 'brought back' },
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
