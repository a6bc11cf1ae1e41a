import { describe, expect, it } from 'vitest'
import { listOf } from '../route/ListRoute.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { knownItems, matching, recordItems } from './paletteItems.ts'
import type { SavedView } from './SavedView.ts'

const words = {
  model: 'Model',
  screen: 'Screen',
  action: 'Action',
  view: (model: string) => `View of ${model}`,
  new: (model: string) => `New ${model}`,
  about: (model: string) => `Fields of ${model}`,
  more: (model: string) => `All in ${model}`,
}
const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const person: ModelMeta = { name: 'a.Person', label: 'Person', title: 'name', list: [], fields: [], may }
const secret: ModelMeta = {
  ...person,
  name: 'a.Secret',
  label: 'Secret',
  may: { ...may, read: 'none', create: 'none' },
}
const view: SavedView = {
  id: 4,
  version: 0,
  model: 'a.Person',
  name: 'Old friends',
  owner: 1,
  roles: [],
  pinned: false,
  q: '',
  where: '',
  sortBy: [],
  fields: [],
  chart: '',
  layout: '',
  by: '',
  groupBy: [],
  footer: [],
  options: {},
}
const known = knownItems(
  [person, secret],
  [view, { ...view, id: 5, model: 'a.Gone' }],
  [{ label: 'Home', route: { screen: 'home' } }],
  words,
)

describe('the palette', () => {
  it('leads to models, views, new records and screens, as far as one may', () => {
    expect(known.map(({ label, note }) => `${label} (${note})`)).toEqual([
      'Person (Model)',
      'Old friends (View of Person)',
      'New Person (Action)',
      'Fields of Person (Screen)',
      'Fields of Secret (Screen)',
      'Home (Screen)',
    ])
    expect(known[1]?.route).toEqual(listOf('a.Person', { view: 4 }))
  })

  it('finds all words in any order and case, those that begin a label first', () => {
    expect(matching(known, 'PERSON').map(({ label }) => label)).toEqual([
      'Person',
      'Old friends',
      'New Person',
      'Fields of Person',
    ])
    expect(matching(known, 'person new').map(({ label }) => label)).toEqual(['New Person'])
    expect(matching(known, 'nothing')).toEqual([])
  })

  it('shows records by their titles, and the way to more of them', () => {
    const records = [
      { id: 7, version: 0, name: 'Ada' },
      { id: 8, version: 0 },
    ]
    const items = recordItems(
      [
        { model: 'a.Person', records, more: true },
        { model: 'a.Unknown', records, more: false },
      ],
      'ad',
      [person],
      words,
    )
    expect(items.map(({ label, route }) => ({ label, route }))).toEqual([
      { label: 'Ada', route: { screen: 'record', model: 'a.Person', id: 7 } },
      { label: '#8', route: { screen: 'record', model: 'a.Person', id: 8 } },
      { label: 'All in Person', route: listOf('a.Person', { q: 'ad' }) },
    ])
  })
})
