import { describe, expect, it } from 'vitest'
import type { Answer, Operation, Seen, Write } from './History.ts'
import { findJournalViolations, type JournalEntry } from './journalChecker.ts'

let clock = 0

function done(write: Write, answer: Answer): Operation {
  clock += 2
  return { client: 1, start: clock, end: clock + 1, write, answer }
}

/** Two records: 1 is created, updated twice and deleted; 2 is created and updated, and the answer is lost. */
const history: readonly Operation[] = [
  done({ kind: 'create', value: 'a' }, { said: 'done', id: 1, seen: { version: 0, value: 'a' } }),
  done({ kind: 'update', id: 1, version: 0, value: 'b' }, { said: 'done', id: 1, seen: { version: 1, value: 'b' } }),
  done({ kind: 'update', id: 1, version: 1, value: 'c' }, { said: 'done', id: 1, seen: { version: 2, value: 'c' } }),
  done({ kind: 'delete', id: 1 }, { said: 'done', id: 1 }),
  done({ kind: 'create', value: 'x' }, { said: 'done', id: 2, seen: { version: 0, value: 'x' } }),
  done({ kind: 'update', id: 2, version: 0, value: 'y' }, { said: 'unknown' }),
  done({ kind: 'update', id: 2, version: 0, value: 'z' }, { said: 'not-applied' }),
]

const born = (value: string) => ({ firstName: [null, value], lastName: [null, 'Load'], status: [null, 'lead'] })
const gone = (value: string) => ({ firstName: [value, null], lastName: ['Load', null], status: ['lead', null] })
const entries: readonly JournalEntry[] = [
  { record: 1, version: 0, operation: 'c', changes: born('a') },
  { record: 1, version: 1, operation: 'u', changes: { firstName: ['a', 'b'] } },
  { record: 1, version: 2, operation: 'u', changes: { firstName: ['b', 'c'] } },
  { record: 1, version: 3, operation: 'd', changes: gone('c') },
  { record: 2, version: 0, operation: 'c', changes: born('x') },
  { record: 2, version: 1, operation: 'u', changes: { firstName: ['x', 'y'] } },
]
const records = new Map<number, Seen>([[2, { version: 1, value: 'y' }]])

function changed(index: number, change: Partial<JournalEntry>): JournalEntry[] {
  return entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry))
}

function violationsOf(books: { entries?: readonly JournalEntry[]; records?: ReadonlyMap<number, Seen> }): string[] {
  return findJournalViolations(history, { entries, records, ...books })
}

describe('a journal that agrees', () => {
  it('has no faults, whether a write with an unknown outcome happened or not', () => {
    expect(violationsOf({})).toEqual([])
    const without = { entries: entries.slice(0, -1), records: new Map([[2, { version: 0, value: 'x' }]]) }
    expect(violationsOf(without)).toEqual([])
  })
})

describe('a journal that does not agree', () => {
  it.each<[string, Parameters<typeof violationsOf>[0], string]>([
    ['a row is missing at the end', { entries: entries.slice(0, -1) }, 'record 2 is {"version":1'],
    ['a row is missing in between', { entries: entries.toSpliced(1, 1) }, 'row of version 2 where 1 is due'],
    [
      'a row of an acknowledged write is missing',
      { entries: entries.toSpliced(1, 1) },
      '"b" → done @1 "b": has 0 rows',
    ],
    ['all rows of a record are missing', { entries: entries.slice(0, 4) }, 'record 2 has no row'],
    ['a row is there twice', { entries: [...entries, ...entries.slice(1, 2)] }, 'has 2 rows in the journal'],
    ['a delete has no row', { entries: entries.toSpliced(3, 1) }, 'delete 1@- "" → done: has 0 rows'],
    ['before is wrong', { entries: changed(2, { changes: { firstName: ['a', 'c'] } }) }, '["b","c"]} is due'],
    ['after is wrong', { entries: changed(2, { changes: { firstName: ['b', 'q'] } }) }, 'nobody wrote "q"'],
    [
      'a field is missing',
      { entries: changed(4, { changes: { firstName: [null, 'x'] } }) },
      '"lastName":[null,"Load"]',
    ],
    ['a field is too much', { entries: changed(1, { changes: born('b') }) }, '{"firstName":["a","b"]} is due'],
    ['the operation is wrong', { entries: changed(1, { operation: 'c' }) }, 'record 1 has a c as row 1'],
    ['the record has another value', { records: new Map([[2, { version: 1, value: 'q' }]]) }, 'its journal ends at'],
    [
      'a deleted record is there',
      { records: new Map([...records, [1, { version: 2, value: 'c' }]]) },
      'ends at undefined',
    ],
    ['a refused write has a row', { entries: changed(5, { changes: { firstName: ['x', 'z'] } }) }, 'nobody wrote "z"'],
  ])('%s', (_, books, violation) => {
    expect(violationsOf(books)).toContainEqual(expect.stringContaining(violation))
  })
})
