import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { Change, Entry } from './Entry.ts'
import { recordAt, ticksOf } from './recordAt.ts'
import { isReadByWords, wordDiff } from './wordDiff.ts'

const names = ['name', 'city', 'note'] as const
const fields: readonly FieldMeta[] = names.map((name) => ({ name, type: 'text', label: name }))
const change = fc.dictionary(fc.constantFrom(...names), fc.constantFrom<Json>(null, 'a', 'b', 'c'), { maxKeys: 3 })

/** A history as the service writes it, and the record as it was at each version. */
function live(writes: readonly Record<string, Json>[]): { entries: Entry[]; states: RecordJson[] } {
  let now: Record<string, Json> = { name: null, city: null, note: null }
  const entries: Entry[] = []
  const states: RecordJson[] = []
  for (const [version, write] of writes.entries()) {
    const changes: Record<string, Change> = {}
    for (const [name, to] of Object.entries(write))
      if (to !== now[name]) changes[name] = { from: now[name] ?? null, to }
    now = { ...now, ...write }
    entries.unshift({
      version,
      operation: version === 0 ? 'create' : 'update',
      on: '',
      by: null,
      requestId: '',
      changes,
    })
    states.push({ ...now, id: 1, version })
  }
  return { entries, states }
}

describe('a record at a version', () => {
  it('is what it was then, whatever happened since', () => {
    const same = (writes: Record<string, Json>[]) => {
      const { entries, states } = live(writes)
      for (const state of states) {
        const { values } = recordAt(fields, entries, states.at(-1), state.version)
        for (const name of names) expect(values[name]).toBe(state[name])
      }
    }
    fc.assert(fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), same))
  })

  it('is known as far back as the entries that are there, from what the next write found', () => {
    const { entries, states } = live([{ name: 'a', city: 'x' }, { name: 'b' }, { city: 'y' }])
    const { values, changed } = recordAt(fields, entries.slice(0, 2), states.at(-1), 1)
    expect(values).toEqual({ name: 'b', city: 'x', note: null })
    expect([...changed]).toEqual(['name'])
  })

  it('has ticks from the oldest version to the newest, as high as many fields changed', () => {
    const { entries } = live([{ name: 'a', city: 'x' }, { name: 'b' }])
    expect(ticksOf(entries)).toEqual([
      { version: 0, operation: 'create', height: 1 },
      { version: 1, operation: 'update', height: 0.5 },
    ])
  })
})

describe('the differences of two texts', () => {
  it('are marked by word', () => {
    expect(wordDiff('the old house', 'the new house')).toEqual([
      { is: 'same', text: 'the ' },
      { is: 'removed', text: 'old' },
      { is: 'added', text: 'new' },
      { is: 'same', text: ' house' },
    ])
  })

  it('give both texts back', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', 'long'), { maxLength: 12 })
      .map((parts) => parts.join(''))
    const complete = (before: string, after: string) => {
      const found = wordDiff(before, after)
      const without = (left: string) => found.flatMap(({ is, text: piece }) => (is === left ? [] : [piece])).join('')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }
    fc.assert(fc.property(text, text, complete))
  })
})

it('words are compared in text of several words, and not in a long address', () => {
  expect(isReadByWords('the old house by the river', 'the new house by the river')).toBe(true)
  expect(isReadByWords('mary.somerville@example.com', 'm.somerville@oxford.example')).toBe(false)
  expect(isReadByWords('10 Jul 2026', '24 Dec 2026')).toBe(false)
})
