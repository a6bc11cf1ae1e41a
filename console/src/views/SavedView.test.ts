import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listOf } from '../route/ListRoute.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import {
  findMeant,
  isAsSaved,
  isPlain,
  leaveView,
  readView,
  shownRoute,
  type ViewParts,
  writeParts,
} from './SavedView.ts'

const names = fc.array(fc.stringMatching(/^-?[a-z]{1,8}$/), { maxLength: 3 })
const where = fc.oneof(
  fc.constant(''),
  fc.jsonValue().map((value) => JSON.stringify(value === null ? {} : value)),
)
const parts: fc.Arbitrary<ViewParts> = fc.record({
  q: fc.string(),
  where,
  sortBy: names,
  fields: names,
  chart: fc.constantFrom('', 'status', 'createdOn:month~sum.credit'),
})

function recordOf(of: ViewParts): RecordJson {
  return {
    id: 7,
    version: 0,
    model: 'a.B',
    name: 'Mine',
    owner: { id: 3 },
    pinned: false,
    roles: [],
    ...writeParts(of),
  }
}

describe('a saved view', () => {
  it('gives back the list that it was made from', () => {
    fc.assert(
      fc.property(parts, (of) => {
        const view = readView(recordOf(of))
        expect(isAsSaved(of, view)).toBe(true)
        const shown = shownRoute(listOf('a.B', { view: 7 }), view)
        expect(isAsSaved(shown, of)).toBe(true)
      }),
    )
  })

  it('does not mind the order of members, which the database chooses', () => {
    const saved = { q: '', where: '{"fieldName":"a","operator":"isNull"}', sortBy: [], fields: [], chart: '' }
    expect(isAsSaved({ ...saved, where: '{"operator":"isNull","fieldName":"a"}' }, saved)).toBe(true)
    expect(isAsSaved({ ...saved, where: '{"operator":"notNull","fieldName":"a"}' }, saved)).toBe(false)
    expect(isAsSaved({ ...saved, sortBy: ['-a'] }, saved)).toBe(false)
  })

  it('is shown only where the address names it and says nothing else', () => {
    const view = readView(recordOf({ q: 'lead', where: '', sortBy: ['name'], fields: [], chart: '' }))
    expect(shownRoute(listOf('a.B'), view)).toEqual(listOf('a.B'))
    const other = listOf('a.B', { view: 7, q: 'other' })
    expect(shownRoute(other, view)).toBe(other)
    expect(shownRoute(listOf('a.B', { view: 7, offset: 50 }), view)).toMatchObject({ q: 'lead', offset: 50 })
  })

  it('is left when the last of its filters is removed', () => {
    expect(leaveView(listOf('a.B', { view: 7 }), 7).view).toBeUndefined()
    expect(leaveView(listOf('a.B', { view: 7, where: '{}' }), 7).view).toBe(7)
    expect(leaveView(listOf('a.B', { view: 8 }), 7).view).toBe(8)
    expect(isPlain(listOf('a.B', { offset: 50 }))).toBe(true)
  })

  it('takes from a record only what has the right form, and keeps no criteria that are no JSON', () => {
    const odd: RecordJson = { id: 1, version: 0, model: 'a.B', name: 'Odd', owner: null, sortBy: 'x', fields: [1, 'a'] }
    const none = { q: '', where: '', sortBy: [], fields: ['a'], chart: '' }
    expect(readView(odd)).toMatchObject({ ...none, owner: undefined, roles: [], pinned: false })
    expect(writeParts({ ...none, where: '{"fieldName":' })).toBeUndefined()
  })
})

describe('the list that an address means', () => {
  const view = readView(recordOf({ q: 'x', where: '', sortBy: [], fields: [], chart: '' }))
  const named = listOf('a.B', { view: 7 })

  it('is that of its view once the views are known', () => {
    expect(findMeant(named, [view], false)).toMatchObject({ current: view, shown: { q: 'x' }, state: 'known' })
    expect(findMeant(named, [], false)).toMatchObject({ current: undefined, state: 'known', isGone: true })
  })

  it('is not known while a view that alone describes it is awaited, or could not be read', () => {
    expect(findMeant(named, undefined, false)).toMatchObject({ state: 'awaited', isGone: false })
    expect(findMeant(named, undefined, true)).toMatchObject({ state: 'failed', isGone: false })
  })

  it('needs no view where the address says it itself, or names none', () => {
    const own = listOf('a.B', { view: 7, q: 'y' })
    expect(findMeant(own, undefined, true)).toMatchObject({ shown: own, state: 'known', isGone: false })
    const plain = listOf('a.B')
    expect(findMeant(plain, undefined, true)).toMatchObject({ shown: plain, state: 'known', isGone: false })
  })

  it('stays that of its view when the views can no longer be read', () => {
    expect(findMeant(named, [view], true)).toMatchObject({ shown: { q: 'x' }, state: 'known' })
  })
})
