import { describe, expect, it } from 'vitest'
import type { Answer, Operation, Seen, Write } from '../harness/History.ts'
import type { JournalEntry } from '../harness/journalChecker.ts'
import { judge, type Verdict } from './judge.ts'

let clock = 0

function sent(write: Write, answer: Answer): Operation {
  clock += 2
  return { client: 0, start: clock, end: clock + 1, write, answer }
}

const done = (id: number, version: number, value: string): Answer => ({ said: 'done', id, seen: { version, value } })

/** Record 1 is created and updated, 2 is created and deleted; two more writes were refused or are unknown. */
const history: readonly Operation[] = [
  sent({ kind: 'create', value: 'a' }, done(1, 0, 'a')),
  sent({ kind: 'update', id: 1, version: 0, value: 'b' }, done(1, 1, 'b')),
  sent({ kind: 'create', value: 'x' }, done(2, 0, 'x')),
  sent({ kind: 'delete', id: 2, version: 0 }, { said: 'done', id: 2 }),
  sent({ kind: 'create', value: 'refused' }, { said: 'not-applied' }),
  sent({ kind: 'create', value: 'unknown' }, { said: 'unknown' }),
]
const born = (value: string) => ({ firstName: [null, value], lastName: [null, 'Load'], status: [null, 'lead'] })
const gone = (value: string) => ({ firstName: [value, null], lastName: ['Load', null], status: ['lead', null] })
const created = (record: number, value: string): JournalEntry => ({
  record,
  version: 0,
  operation: 'c',
  changes: born(value),
})
const entries: readonly JournalEntry[] = [
  created(1, 'a'),
  { record: 1, version: 1, operation: 'u', changes: { firstName: ['a', 'b'] } },
  created(2, 'x'),
  { record: 2, version: 1, operation: 'd', changes: gone('x') },
]
const records = new Map<number, Seen>([[1, { version: 1, value: 'b' }]])

/** The lists of a verdict that are not empty. */
function found(verdict: Verdict): string[] {
  return Object.entries(verdict)
    .filter(([, list]) => Array.isArray(list) && list.length > 0)
    .map(([name]) => name)
}

describe('judge', () => {
  it('finds nothing in a correct run', () => {
    const verdict = judge(history, { entries, records })
    expect(found(verdict)).toEqual([])
    expect(verdict.unknown).toEqual({ applied: 0, absent: 1 })
  })

  it('counts an unknown write that was applied, and finds nothing wrong with it', () => {
    const verdict = judge(history, {
      entries: [...entries, created(3, 'unknown')],
      records: new Map([...records, [3, { version: 0, value: 'unknown' }]]),
    })
    expect(found(verdict)).toEqual([])
    expect(verdict.unknown).toEqual({ applied: 1, absent: 0 })
  })

  it('notices a server that acknowledges before it commits: an acknowledged write has no row', () => {
    const lostCreate = judge(history, { entries: entries.slice(2), records: new Map() })
    expect(lostCreate.lost).toHaveLength(2)
    const lostUpdate = judge(history, {
      entries: entries.filter(({ version, record }) => !(record === 1 && version === 1)),
      records: new Map([[1, { version: 0, value: 'a' }]]),
    })
    expect(lostUpdate.lost).toHaveLength(1)
    const lostDelete = judge(history, {
      entries: entries.slice(0, 3),
      records: new Map([...records, [2, { version: 0, value: 'x' }]]),
    })
    expect(lostDelete.lost).toHaveLength(1)
  })

  it('notices a server that says not-applied of a write that it sent', () => {
    const verdict = judge(history, {
      entries: [...entries, created(3, 'refused')],
      records: new Map([...records, [3, { version: 0, value: 'refused' }]]),
    })
    expect(verdict.falselyRefused).toHaveLength(1)
  })

  it('notices a server that repeats a write: one value has two rows', () => {
    const verdict = judge(history, {
      entries: [...entries, created(3, 'a')],
      records: new Map([...records, [3, { version: 0, value: 'a' }]]),
    })
    expect(verdict.doubled).toHaveLength(1)
  })

  it('notices a server that repeats a write and answers the refusal of the repeat: a conflict with itself', () => {
    const conflict: Answer = { said: 'shown', seen: { version: 1, value: 'b' } }
    const update = sent({ kind: 'update', id: 1, version: 0, value: 'b' }, conflict)
    const updated = judge(history.with(1, update), { entries, records })
    expect(updated.falselyRefused).toHaveLength(1)
    const deleted = judge(history.with(3, sent({ kind: 'delete', id: 2, version: 0 }, { said: 'missing' })), {
      entries,
      records,
    })
    expect(deleted.falselyRefused).toHaveLength(1)
  })

  it('finds nothing wrong with a conflict or a missing record that others made', () => {
    const conflict = sent(
      { kind: 'update', id: 1, version: 0, value: 'late' },
      { said: 'shown', seen: { version: 1, value: 'b' } },
    )
    const gone = sent({ kind: 'delete', id: 2, version: 0 }, { said: 'missing' })
    expect(judge([...history, conflict, gone], { entries, records }).falselyRefused).toEqual([])
  })

  it('notices a journal that differs from the records, and a stale answer', () => {
    const other = judge(history, { entries, records: new Map([[1, { version: 1, value: 'c' }]]) })
    expect(found(other)).toEqual(['journal'])
    const stale: Operation = {
      client: 0,
      start: 90,
      end: 91,
      id: 1,
      answer: { said: 'shown', seen: { version: 0, value: 'a' } },
    }
    expect(found(judge([...history, stale], { entries, records }))).toEqual(['answers'])
  })
})
