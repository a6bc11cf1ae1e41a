import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice, model, text } from '../index.ts'
import { toModel } from '../model/toModel.ts'
import { byElement } from './byElement.ts'
import { compareEdits } from './compareEdits.ts'
import { Increment } from './plainValues.ts'

const values = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const Thing = toModel(
  model({
    name: 'org.example.Thing',
    title: 'name',
    fields: { name: text(), tags: choice(values, { multiple: true }) },
  }),
)

const compare = (base: unknown, current: unknown, yours: unknown) =>
  byElement({ base: { tags: base }, current: { tags: current }, yours: { tags: yours } }, Thing)['tags']

describe('a set that was sent whole', () => {
  it('is what it adds and removes', () => {
    expect(compare(['a'], ['a', 'c'], ['b'])).toEqual(new Increment({ add: ['b'], remove: ['a'] }))
  })

  it('is the base if it is as it was read, and the current one if that has the same change', () => {
    expect(compare(['a', 'b'], ['c'], ['b', 'a'])).toEqual(['a', 'b'])
    expect(compare(['a'], ['b'], ['b'])).toEqual(['b'])
  })

  it('takes a single choice of former times for a set of one', () => {
    expect(compare('a', ['a'], ['a', 'b'])).toEqual(new Increment({ add: ['b'], remove: [] }))
    expect(compare(null, [], ['b'])).toEqual(new Increment({ add: ['b'], remove: [] }))
  })
})

describe('merges of a set', () => {
  const set = fc.subarray([...values])
  const audit = { createdOn: 'then', createdBy: 1, updatedOn: 'then', updatedBy: 1 }
  const minus = (one: readonly string[], other: readonly string[]) => one.filter((value) => !other.includes(value))

  it('are set algebra, whatever the three sides are, and never clash', () => {
    fc.assert(
      fc.property(set, set, set, (base, theirs, yours) => {
        const past = { current: { version: 2, values: { tags: theirs }, ...audit }, entries: [] }
        const {
          clashes,
          mergeable,
          yours: sent,
        } = compareEdits({ version: 1, values: { tags: base } }, past, { tags: yours }, Thing)
        expect(clashes).toEqual([])
        const change = sent['tags'] instanceof Increment ? sent['tags'].sent : { add: [], remove: [] }
        expect(mergeable).toEqual(sent['tags'] instanceof Increment ? ['tags'] : [])
        const { add, remove } = change as { add: string[]; remove: string[] }
        const merged = [...minus(theirs, remove), ...add]
        const kept = minus(theirs, minus(base, yours))
        expect(merged.toSorted()).toEqual([...new Set([...kept, ...minus(yours, base)])].toSorted())
      }),
      { numRuns: 10_000 },
    )
  })
})
