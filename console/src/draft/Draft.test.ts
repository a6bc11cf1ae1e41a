import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame } from '../field/isSame.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { readConflict } from './readConflict.ts'
import { alongOf, beginOther, blocksOf } from './mergeBlocks.ts'
import { type Choices, choose, type Conflict, settle, stillValid, undecided } from './Conflict.ts'
import {
  afterSave,
  type Draft,
  draftOf,
  hasSameEdits,
  inputOf,
  isTouched,
  rebase,
  toSend,
  withEdit,
  withoutEdit,
} from './Draft.ts'

const fields: readonly FieldMeta[] = [
  { name: 'name', type: 'text', label: 'Name' },
  { name: 'street', type: 'text', label: 'Street' },
  { name: 'city', type: 'text', label: 'City' },
  { name: 'size', type: 'integer', label: 'Size' },
  { name: 'company', type: 'reference', label: 'Company', target: 'a.Company' },
]
const model: ModelMeta = {
  name: 'a.Person',
  label: 'Person',
  title: 'name',
  list: ['name'],
  together: [['street', 'city']],
  fields,
  may: { read: 'all', create: 'all', update: 'all', delete: 'all' },
}
const ada: RecordJson = { id: 1, version: 4, name: 'Ada', street: null, city: null, size: 3, company: null }

function field(name: string): FieldMeta {
  const found = fields.find((each) => each.name === name)
  if (!found) throw new Error(name)
  return found
}

function typed(draft: Draft, name: string, input: Json): Draft {
  return withEdit(draft, field(name), input, 'k')
}

describe('a draft', () => {
  it('sends what was touched alone, with the version that was read', () => {
    const draft = typed(typed(draftOf(ada, 'k'), 'size', '12'), 'company', { id: 5, version: 1, name: 'Acme' })
    expect(toSend(draft, model, en)).toEqual({ data: { version: 4, size: 12, company: { id: 5 } }, faults: {} })
  })

  it('holds what can not be sent, and says what is wrong with it', () => {
    const draft = typed(draftOf(ada, 'k'), 'size', 'twelve')
    expect(inputOf(draft, field('size'))).toBe('twelve')
    expect(toSend(draft, model, en)).toEqual({ data: { version: 4 }, faults: { size: 'must be a whole number' } })
  })

  it('is untouched once a field is as it was read', () => {
    const draft = typed(typed(draftOf(ada, 'k'), 'name', 'Grace'), 'name', 'Ada')
    expect(isTouched(draft)).toBe(false)
    expect(isTouched(withoutEdit(typed(draft, 'name', 'Grace'), 'name', 'k'))).toBe(false)
  })

  it('keeps what was typed while a save was under way, on top of what was saved', () => {
    const sent = typed(typed(draftOf(ada, 'k'), 'name', 'Grace'), 'size', '4')
    const latest = typed(typed(sent, 'name', 'Grace H'), 'city', 'York')
    const saved = { ...ada, version: 5, name: 'Grace', size: 4 }
    const after = afterSave(latest, sent, saved, model, 'k2')
    expect(after).toEqual({ base: saved, edits: { name: 'Grace H', city: 'York' }, key: 'k2' })
    expect(isTouched(afterSave(sent, sent, saved, model, 'k2'))).toBe(false)
  })

  it('keeps links that were removed while the save that added them was under way', () => {
    const tags: FieldMeta = { name: 'tags', type: 'links', label: 'Tags', target: 'a.Tag' }
    const tagged = { ...model, fields: [...fields, tags] }
    const begun = draftOf({ ...ada, tags: [{ id: 1 }] }, 'k')
    const sent = withEdit(begun, tags, [{ id: 1 }, { id: 2 }], 'k')
    const latest = withEdit(sent, tags, [{ id: 1 }, { id: 3 }], 'k')
    const saved = { ...ada, version: 5, tags: [{ id: 1 }, { id: 2 }, { id: 9 }] }
    expect(afterSave(latest, sent, saved, tagged, 'k').edits).toEqual({ tags: [{ id: 1 }, { id: 9 }, { id: 3 }] })
  })

  it('puts a set onto what others made of it meanwhile', () => {
    const marks: FieldMeta = { name: 'marks', type: 'choices', label: 'Marks', values: ['a', 'b', 'c', 'd'] }
    const marked = { ...model, fields: [...fields, marks] }
    const mine = withEdit(draftOf({ ...ada, marks: ['a', 'b'] }, 'k'), marks, ['b', 'c'], 'k')
    expect(rebase(mine, { ...ada, version: 5, marks: ['a', 'b', 'd'] }, marked, 'k').edits).toEqual({
      marks: ['b', 'd', 'c'],
    })
    expect(rebase(mine, { ...ada, version: 5, marks: ['c', 'b'] }, marked, 'k').edits).toEqual({})
  })

  it('differs from what it began with once something else is typed, and not by that alone', () => {
    const begun = { ...draftOf(undefined, 'k'), edits: { company: { id: 5 } } }
    expect(hasSameEdits({ ...begun, edits: { company: { id: 5 } }, key: 'k2' }, begun)).toBe(true)
    expect(hasSameEdits(typed(begun, 'name', 'Ada'), begun)).toBe(false)
    expect(hasSameEdits(draftOf(undefined, 'k'), begun)).toBe(false)
  })

  it('keeps an edit of links where the record that it is put onto comes without them', () => {
    const tags: FieldMeta = { name: 'tags', type: 'links', label: 'Tags', target: 'a.Tag' }
    const tagged = { ...model, fields: [...fields, tags] }
    const cleared = withEdit(draftOf({ ...ada, tags: [{ id: 1 }] }, 'k'), tags, [], 'k')
    expect(rebase(cleared, { ...ada, version: 5 }, tagged, 'k').edits).toEqual({ tags: [] })
    expect(rebase(cleared, { ...ada, version: 5, tags: [] }, tagged, 'k').edits).toEqual({})
  })

  it('clears a field with null', () => {
    expect(toSend(typed(draftOf(ada, 'k'), 'name', ''), model, en).data).toEqual({ version: 4, name: null })
  })
})

const value = fc.constantFrom<Json>('', 'a', 'b', 'c')
const names = ['name', 'street', 'city'] as const
const step = fc.oneof(
  fc.record({ is: fc.constant('edit' as const), name: fc.constantFrom(...names), value }),
  fc.record({ is: fc.constant('move' as const), name: fc.constantFrom(...names), value }),
)

describe('any order of edits and changes by others', () => {
  it('keeps the last input of every field, and sends only fields that differ from the base', () => {
    const run = (steps: { is: 'edit' | 'move'; name: string; value: Json }[]) => {
      let base = ada
      let draft = draftOf(base, 'k')
      const last = new Map<string, Json>()
      for (const { is, name, value: to } of steps) {
        if (is === 'edit') {
          draft = typed(draft, name, to)
          last.set(name, to)
        } else {
          base = { ...base, version: base.version + 1, [name]: to === '' ? null : to }
          draft = rebase(draft, base, model, 'k')
          // An untouched field follows the base.
          if (draft.edits[name] === undefined) last.delete(name)
        }
      }
      for (const [name, input] of last) expect(inputOf(draft, field(name))).toBe(input)
      const { data } = toSend(draft, model, en)
      expect(data.version).toBe(base.version)
      for (const name of Object.keys(data).filter((each) => each !== 'version'))
        expect(isSame('text', data[name], base[name])).toBe(false)
    }
    fc.assert(fc.property(fc.array(step, { maxLength: 12 }), run))
  })
})

const current: RecordJson = { ...ada, version: 5, name: 'Augusta', street: 'S2', city: 'C2' }
const by = { id: 2, username: 'sam', name: null }
const clash: Conflict = {
  base: ada,
  current,
  conflicts: ['name', 'street', 'city'].map((name) => ({
    field: name,
    base: null,
    current: null,
    yours: 'x',
    by,
    on: '',
  })),
  mergeable: ['size'],
}

describe('a conflict', () => {
  const draft = ['name', 'street', 'city'].reduce(
    (so, name) => typed(so, name, 'x'),
    typed(draftOf(ada, 'k'), 'size', '9'),
  )

  it('is decided field by field, and what belongs together by one choice', () => {
    const one = choose({}, model, clash, 'street', { keep: 'theirs' })
    expect(undecided(clash, one)).toEqual(['name'])
    expect(undecided(clash, choose(one, model, clash, 'name', { keep: 'yours' }))).toEqual([])
  })

  it('sends what was chosen and what did not clash, with the current version', () => {
    const choices: Choices = {
      name: { keep: 'yours' },
      street: { keep: 'theirs' },
      city: { keep: 'other', input: 'C3' },
    }
    const { data } = toSend(settle(draft, model, clash, choices, 'k2'), model, en)
    expect(data).toEqual({ version: 5, name: 'x', city: 'C3', size: 9 })
  })

  it('keeps a choice only while the value that was seen is the current one', () => {
    const [name, ...others] = clash.conflicts
    const now = { ...clash, conflicts: [...others, { ...name, field: 'name', current: 'Newer', by, on: '' }] }
    const choices: Choices = { name: { keep: 'yours' }, street: { keep: 'theirs' } }
    expect(stillValid(choices, clash, now)).toEqual({ street: { keep: 'theirs' } })
  })

  it('is one block where fields move together, and yours are all of them as you saw them', () => {
    const apart: Conflict = {
      base: ada,
      current: { ...ada, version: 5, city: 'C2', size: 7 },
      conflicts: [{ field: 'street', base: null, current: null, yours: 'S1', by, on: '' }],
      mergeable: ['name'],
    }
    const mine = typed(typed(draftOf(ada, 'k'), 'street', 'S1'), 'name', 'Grace')
    const [block] = blocksOf(apart, mine, model)
    expect(block?.fields.map(({ field: { name }, yours }) => [name, yours])).toEqual([
      ['street', 'S1'],
      ['city', null],
    ])
    const { mine: own, theirs } = alongOf(apart, mine, model)
    expect([own.map(({ name }) => name), theirs.map(({ name }) => name)]).toEqual([['name'], ['size']])
    const yours = settle(mine, model, apart, choose({}, model, apart, 'street', { keep: 'yours' }), 'k')
    expect(toSend(yours, model, en).data).toEqual({ version: 5, name: 'Grace', street: 'S1', city: null })
    const other = block ? beginOther({}, block, mine) : {}
    expect(undecided(apart, other)).toEqual([])
    const theirsAgain = choose(other, model, apart, 'street', { keep: 'theirs' })
    expect(toSend(settle(mine, model, apart, theirsAgain, 'k'), model, en).data).toEqual({ version: 5, name: 'Grace' })
  })

  it('asks about every field that differs where the base is not known', () => {
    const mine = typed(typed(draftOf(ada, 'k'), 'size', '3'), 'name', 'Grace')
    const found = readConflict({ base: null, current: { ...current, size: 3 } }, mine, model, en)
    expect(found?.conflicts.map(({ field: name, current: now, yours }) => [name, now, yours])).toEqual([
      ['name', 'Augusta', 'Grace'],
    ])
  })
})
