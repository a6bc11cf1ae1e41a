import { describe, expect, it } from 'vitest'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { type DraftStorage, findDraft, keepDraft, listDrafts, removeDraftsExcept } from './keepDraft.ts'

/** A storage as a browser has it, of these entries. */
function createStorage(entries = new Map<string, string>()): DraftStorage & { readonly all: Map<string, string> } {
  return {
    all: entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

const model: ModelMeta = {
  name: 'a.Person',
  label: 'Person',
  title: 'name',
  list: [],
  fields: [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'pin', type: 'text', label: 'Pin', secret: true },
  ],
  may: { read: 'all', create: 'all', update: 'all', delete: 'all' },
}
const name = { user: 7, model: 'a.Person', id: 3 }
const draft = { base: { id: 3, version: 1, name: 'Ada' }, edits: { name: 'Grace', pin: '1234' }, key: 'k' }

describe('a draft in the browser', () => {
  it('comes back as it was, but for secrets', () => {
    const storage = createStorage()
    keepDraft(storage, name, model, draft)
    expect(findDraft(storage, name)).toEqual({ ...draft, edits: { name: 'Grace' } })
    expect([...storage.all.values()].join()).not.toContain('1234')
    expect(listDrafts(storage, 7)).toEqual([name])
  })

  it('is gone once nothing is edited', () => {
    const storage = createStorage()
    keepDraft(storage, name, model, draft)
    keepDraft(storage, name, model, { ...draft, edits: {} })
    expect(storage.length).toBe(0)
  })

  it('belongs to its user: nobody else finds it, and it goes when somebody else logs in', () => {
    const storage = createStorage(new Map([['other', 'kept']]))
    keepDraft(storage, name, model, draft)
    keepDraft(storage, { ...name, id: undefined }, model, draft)
    expect(findDraft(storage, { ...name, user: 77 })).toBeUndefined()
    removeDraftsExcept(storage, 7)
    expect(listDrafts(storage, 7)).toEqual([name, { ...name, id: undefined }])
    removeDraftsExcept(storage, 77)
    expect([...storage.all.keys()]).toEqual(['other'])
  })

  it('of a new record is found by what its form begins with, and by nothing else', () => {
    const storage = createStorage()
    const begun = { user: 7, model: 'a.Person', id: undefined }
    const names = [
      begun,
      { ...begun, from: 3, set: {} },
      { ...begun, set: { company: '1' } },
      { ...begun, set: { company: '2', 'odd.name?': 'a.b?c=d&e' } },
    ]
    for (const [index, each] of names.entries())
      keepDraft(storage, each, model, { base: undefined, edits: { name: `Ada ${index}` }, key: 'k' })
    for (const [index, each] of names.entries())
      expect(findDraft(storage, each)?.edits).toEqual({ name: `Ada ${index}` })
    expect(listDrafts(storage, 7)).toEqual(names)
    expect(findDraft(storage, { ...begun, set: { company: '3' } })).toBeUndefined()
  })

  it('that can not be read, or not be kept, is none', () => {
    const storage = createStorage(new Map([['tabularium.draft.7.a.Person.3', '{broken']]))
    expect(findDraft(storage, name)).toBeUndefined()
    const full: DraftStorage = {
      ...createStorage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => keepDraft(full, name, model, draft)).not.toThrow()
  })
})
