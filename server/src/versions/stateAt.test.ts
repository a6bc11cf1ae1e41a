import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Past, PastEntry, PlainRecord } from './Past.ts'
import { condense, findEntryBefore, findStateAt, findStateBefore, lastVersion } from './stateAt.ts'

const on = '2026-01-31T08:30:00.000Z'
const by = { id: 1, username: 'ada', name: null }
const audit = { createdOn: on, createdBy: 1, updatedOn: on, updatedBy: 1 }

function entry(version: number, operation: PastEntry['operation'], changes: PastEntry['changes']): PastEntry {
  return { version, operation, on, by, changes }
}

describe('the state of a record at a version', () => {
  const past: Past = {
    current: { version: 2, values: { name: 'c', count: null }, ...audit },
    entries: [
      entry(0, 'c', { name: [null, 'a'], count: [null, 5] }),
      entry(1, 'u', { name: ['a', 'b'] }),
      entry(2, 'u', { name: ['b', 'c'], count: [5, null] }),
    ],
  }

  it('is the current state with every later change undone', () => {
    expect([0, 1, 2].map((version) => findStateAt(past, version))).toEqual([
      { name: 'a', count: 5 },
      { name: 'b', count: 5 },
      { name: 'c', count: null },
    ])
  })

  it.each([-1, 3, Number.MAX_SAFE_INTEGER])('is undefined for version %d', (version) => {
    expect(findStateAt(past, version)).toBeUndefined()
  })

  it('is known before a restore of the database, after which the version leaps; lost versions are unknown', () => {
    const restored: Past = {
      current: { version: 1_000_002, values: { name: 'd', count: null }, ...audit },
      entries: [
        ...past.entries.slice(0, 2),
        entry(1_000_001, 'u', { name: ['b', 'c'], count: [5, null] }),
        entry(1_000_002, 'u', { name: ['c', 'd'] }),
      ],
    }
    expect(findStateAt(restored, 0)).toEqual({ name: 'a', count: 5 })
    expect(findStateAt(restored, 1)).toEqual({ name: 'b', count: 5 })
    expect(findStateAt(restored, 1_000_001)).toEqual({ name: 'c', count: null })
    expect([2, 3, 999].map((version) => findStateAt(restored, version))).toEqual([undefined, undefined, undefined])
    expect(findEntryBefore(restored, 1_000_001)?.version).toBe(1)
    expect(findStateBefore(restored, 1_000_001)).toEqual({ name: 'b', count: 5 })
  })

  it('needs every entry after the version, but not the entry of the version', () => {
    const [, second, third] = past.entries
    const without = (...entries: (PastEntry | undefined)[]): Past => ({
      ...past,
      entries: entries.flatMap((e) => e ?? []),
    })
    expect(findStateAt(without(second, third), 0)).toEqual({ name: 'a', count: 5 })
    expect(findStateAt(without(third), 0)).toBeUndefined()
    expect(findStateAt(without(second), 0)).toBeUndefined()
    expect(findStateAt(without(), 2)).toEqual({ name: 'c', count: null })
  })

  it('of a deleted record is the state before the delete, and the delete itself has no state', () => {
    const deleted: Past = { entries: [...past.entries, entry(3, 'd', { name: ['c', null] })] }
    expect(lastVersion(deleted)).toBe(3)
    expect(findStateAt(deleted, 3)).toBeUndefined()
    expect(findStateAt(deleted, 2)).toEqual({ name: 'c' })
  })

  it('of a deleted record is found at one less than the delete, also if its version leapt', () => {
    const deleted: Past = {
      entries: [entry(0, 'c', { name: [null, 'a'] }), entry(1_000_000, 'd', { name: ['a', null] })],
    }
    expect(findStateAt(deleted, 999_999)).toEqual({ name: 'a' })
    expect(findStateAt(deleted, 0)).toEqual({ name: 'a' })
    expect(findStateAt(deleted, 999_998)).toBeUndefined()
  })

  it('has no value for a secret', () => {
    const secret: Past = {
      current: { version: 1, values: { name: 'a', pin: 'now readable' }, ...audit },
      entries: [entry(1, 'u', { pin: null, name: ['b', 'a'] })],
    }
    expect(findStateAt(secret, 0)).toEqual({ name: 'b' })
  })

  it('of an unknown record is undefined', () => {
    expect(lastVersion({ entries: [] })).toBeUndefined()
    expect(findStateAt({ entries: [] }, 0)).toBeUndefined()
  })
})

describe('whatever happens to a record', () => {
  const value = fc.constantFrom(null, 'x', 'y', 7)
  const values = fc.record({ a: value, b: value, c: value })
  const write = fc.oneof(
    { weight: 4, arbitrary: fc.record({ operation: fc.constant('u' as const), values }) },
    { weight: 1, arbitrary: fc.constant({ operation: 'd' as const }) },
  )

  it('what was written after a version can be taken as one write, and the states up to it stay the same', () => {
    fc.assert(
      fc.property(values, fc.array(write, { maxLength: 12 }), fc.nat(12), (first, writes, upTo) => {
        const life = new Life(first)
        for (const one of writes) life.write(one)
        const past = condense(life.past, upTo)
        expect(past.entries.length).toBeLessThanOrEqual(upTo + 2)
        for (const [version, state] of life.states.slice(0, upTo + 1).entries()) {
          expect(withoutNulls(findStateAt(past, version))).toEqual(withoutNulls(state))
          expect(withoutNulls(findStateBefore(past, version))).toEqual(withoutNulls(life.states[version - 1] ?? {}))
        }
      }),
    )
  })

  it('every version can be computed, across updates, deletes and restores', () => {
    fc.assert(
      fc.property(values, fc.array(write, { maxLength: 12 }), (first, writes) => {
        const life = new Life(first)
        for (const one of writes) life.write(one)
        for (const [version, state] of life.states.entries())
          expect(withoutNulls(findStateAt(life.past, version))).toEqual(withoutNulls(state))
      }),
    )
  })

  /** Builds the journal of a record and, separately, its values at each version. */
  class Life {
    readonly states: (PlainRecord | undefined)[] = []
    readonly entries: PastEntry[] = []

    constructor(first: PlainRecord) {
      this.#note('c', first)
    }

    write({ operation, values }: { operation: 'u' | 'd'; values?: PlainRecord }): void {
      const now = this.states.at(-1)
      if (now && operation === 'd') this.#note('d', undefined)
      else this.#note(now ? 'u' : 'r', values ?? this.states.findLast((state) => state !== undefined))
    }

    get past(): Past {
      const values = this.states.at(-1)
      const current = values && { version: this.states.length - 1, values, ...audit }
      return { entries: this.entries, ...(current ? { current } : {}) }
    }

    #note(operation: PastEntry['operation'], after: PlainRecord | undefined): void {
      const before = this.states.at(-1)
      const changed = ['a', 'b', 'c'].filter((field) => (before?.[field] ?? null) !== (after?.[field] ?? null))
      const changes = changed.map((field) => [field, [before?.[field] ?? null, after?.[field] ?? null]])
      this.entries.push(entry(this.states.length, operation, Object.fromEntries(changes)))
      this.states.push(after)
    }
  }

  function withoutNulls(state: PlainRecord | undefined): PlainRecord | undefined {
    return state && Object.fromEntries(Object.entries(state).filter(([, one]) => one !== null))
  }
})
