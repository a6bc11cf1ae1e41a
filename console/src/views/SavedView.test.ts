import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listOf } from '../route/ListRoute.ts'
import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { findMeant, type KnownViews, leaveView, shownRoute } from './findMeant.ts'
import { declaredViews, readView, withTrees } from './SavedView.ts'
import { isAsSaved, isPlain, optionsOf, type ViewParts, writeParts } from './ViewParts.ts'

const names = fc.array(fc.stringMatching(/^-?[a-z]{1,8}$/), { maxLength: 3 })
const where = fc.oneof(
  fc.constant(''),
  fc.jsonValue().map((value) => JSON.stringify(value === null ? {} : value)),
)
const nothing = { layout: '', by: '', groupBy: [], footer: [] }
const inGrid: fc.Arbitrary<ViewParts> = fc.record({
  q: fc.string(),
  where,
  sortBy: names,
  fields: names,
  chart: fc.constantFrom('', 'status', 'createdOn:month~sum.credit'),
  groupBy: fc.constantFrom<string[][]>([], ['customer', 'dueOn:month']),
  footer: fc.constantFrom<string[][]>([], ['total:sum', 'number:filled']),
  layout: fc.constant(''),
  by: fc.constant(''),
})

const layouts = fc.constantFrom(
  { layout: '', by: '' },
  { layout: 'board', by: 'status' },
  { layout: 'calendar', by: 'dueOn' },
)
const parts = fc.tuple(inGrid, layouts).map(([grid, layout]): ViewParts => ({ ...grid, ...layout }))

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
        expect(isAsSaved(shown, view)).toBe(true)
      }),
    )
  })

  it('does not mind the order of members, which the database chooses', () => {
    const saved = {
      id: 7,
      name: 'Mine',
      options: {},
      q: '',
      where: '{"fieldName":"a","operator":"isNull"}',
      sortBy: [],
      fields: [],
      chart: '',
      ...nothing,
    }
    expect(isAsSaved({ ...saved, where: '{"operator":"isNull","fieldName":"a"}' }, saved)).toBe(true)
    expect(isAsSaved({ ...saved, where: '{"operator":"notNull","fieldName":"a"}' }, saved)).toBe(false)
    expect(isAsSaved({ ...saved, sortBy: ['-a'] }, saved)).toBe(false)
  })

  it('is shown only where the address names it and says nothing else', () => {
    const view = readView(recordOf({ q: 'lead', where: '', sortBy: ['name'], fields: [], chart: '', ...nothing }))
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
    const none = { q: '', where: '', sortBy: [], fields: ['a'], chart: '', ...nothing }
    expect(readView(odd)).toMatchObject({ ...none, owner: undefined, roles: [], pinned: false })
    expect(writeParts({ ...none, where: '{"fieldName":' })).toBeUndefined()
  })
})

describe('the list that an address means', () => {
  const view = readView(recordOf({ q: 'x', where: '', sortBy: [], fields: [], chart: '', ...nothing }))
  const named = listOf('a.B', { view: 7 })
  const known = (saved: KnownViews['saved']): KnownViews => ({ saved, declared: [], hasFailed: false })

  it('is that of its view once the views are known', () => {
    expect(findMeant(named, known([view]))).toMatchObject({ current: view, shown: { q: 'x' }, state: 'known' })
    expect(findMeant(named, known([]))).toMatchObject({ current: undefined, state: 'known', isGone: true })
  })

  it('is not known while a view that alone describes it is awaited, or could not be read', () => {
    expect(findMeant(named, known(undefined))).toMatchObject({ state: 'awaited', isGone: false })
    expect(findMeant(named, { ...known(undefined), hasFailed: true })).toMatchObject({ state: 'failed', isGone: false })
  })

  it('needs no view where the address says it itself, or names none', () => {
    const own = listOf('a.B', { view: 7, q: 'y' })
    expect(findMeant(own, { ...known(undefined), hasFailed: true })).toMatchObject({
      shown: own,
      state: 'known',
      isGone: false,
    })
    const plain = listOf('a.B')
    expect(findMeant(plain, { ...known(undefined), hasFailed: true })).toMatchObject({
      shown: plain,
      state: 'known',
      isGone: false,
    })
  })

  it('stays that of its view when the views can no longer be read', () => {
    expect(findMeant(named, { ...known([view]), hasFailed: true })).toMatchObject({ shown: { q: 'x' }, state: 'known' })
  })
})

describe('the views that a model declares', () => {
  const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
  const model: ModelMeta = {
    name: 'a.B',
    label: 'B',
    title: 'name',
    list: [],
    fields: [],
    may,
    views: [
      { name: 'late', label: 'Late', q: 'x', groupBy: ['customer'], footer: { total: 'sum' }, default: true },
      { name: 'due', label: 'Due dates', layout: 'calendar', from: 'dueOn', to: 'endsOn', color: 'status' },
    ],
  }
  const declared = declaredViews(model)
  const known: KnownViews = { declared, saved: undefined, hasFailed: false }

  it('are shown without waiting for saved ones: the default one where the address says nothing', () => {
    const late = { view: 'late', q: 'x', groupBy: ['customer'], footer: ['total:sum'], layout: '' }
    expect(findMeant(listOf('a.B'), known)).toMatchObject({ shown: late, state: 'known' })
    expect(findMeant(listOf('a.B', { view: 'late' }), known)).toMatchObject({ shown: late })
    expect(findMeant(listOf('a.B', { view: 'all' }), known)).toMatchObject({ shown: { q: '' }, isGone: false })
    expect(findMeant(listOf('a.B', { q: 'y' }), known)).toMatchObject({ current: undefined, shown: { q: 'y' } })
    expect(findMeant(listOf('a.B', { view: 'gone' }), known)).toMatchObject({ current: undefined, isGone: true })
  })

  it('tell their layout what it needs, and the address counts more', () => {
    const { current, shown } = findMeant(listOf('a.B', { view: 'due' }), known)
    expect(shown).toMatchObject({ layout: 'calendar', by: 'dueOn' })
    expect(optionsOf(shown, current)).toEqual({ from: 'dueOn', to: 'endsOn', color: 'status' })
    expect(optionsOf({ ...shown, by: 'seenOn' }, current)).toEqual({ from: 'seenOn', color: 'status' })
    expect(optionsOf({ ...shown, layout: 'board', by: 'status' }, current)).toEqual({ by: 'status' })
  })

  it('give the trees of their conditions to copies of them', () => {
    const tree = { is: 'literal', type: 'boolean', value: true } as const
    const where = { fieldName: 'a', operator: 'isNull' }
    const [of] = declaredViews({
      ...model,
      views: [{ name: 'a', label: 'A', colors: [{ where, color: 'red', tree }] }],
    })
    if (!of) throw new Error('There is a view.')
    const record: RecordJson = { id: 7, version: 0, model: 'a.B', name: 'Copy', ...writeParts(of, of) }
    expect(record['options']).toEqual({ colors: [{ where, color: 'red' }] })
    expect(withTrees(readView(record), [of]).options).toEqual(of.options)
    expect(withTrees(readView(record), []).options.colors).toEqual([{ where, color: 'red' }])
  })

  it('are left for the list of all records', () => {
    expect(leaveView(listOf('a.B', { view: 'late' }), 'late', 'all').view).toBe('all')
  })
})
