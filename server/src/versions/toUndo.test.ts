import { describe, expect, it } from 'vitest'
import { model, text } from '../index.ts'
import { toModel } from '../model/toModel.ts'
import type { Past, PastEntry } from './Past.ts'
import { toUndo } from './toUndo.ts'

const Person = toModel(model({ name: 'org.example.Person', title: 'name', fields: { name: text(), town: text() } }))
const by = { id: 1, username: 'ada', name: null }

function entry(version: number, operation: PastEntry['operation'], changes: PastEntry['changes']): PastEntry {
  return { version, operation, on: `moment ${version}`, by, changes }
}

describe('what undoes a write', () => {
  const created = entry(0, 'c', { name: [null, 'Ada'] })
  const renamed = entry(1, 'u', { name: ['Ada', 'Bob'] })
  const unchanged = entry(1, 'u', {})
  const deleted = (name: string) => entry(2, 'd', { name: [name, null] })

  it('of a record that was deleted since is a clash, unless the write changed nothing that the caller reads', () => {
    const first = { first: 1, last: 1 }
    const past: Past = { entries: [created, renamed, deleted('Bob')] }
    expect(toUndo(past, first, Person)).toEqual({ is: 'deleted', by, on: 'moment 2' })
    expect(toUndo({ ...past, readable: new Set(['town']) }, first, Person)).toEqual({ is: 'none' })
    expect(toUndo({ entries: [created, unchanged, deleted('Ada')] }, first, Person)).toEqual({ is: 'none' })
  })

  it('is unknown if the journal does not reach back that far', () => {
    expect(toUndo({ entries: [deleted('Bob')] }, { first: 1, last: 1 }, Person)).toEqual({ is: 'forgotten' })
  })

  it('is known across the leap of a version after the database was restored', () => {
    const leapt = { first: 1_000_001, last: 1_000_001 }
    const current = {
      version: 1_000_001,
      values: { name: 'Cid' },
      createdOn: '',
      createdBy: 1,
      updatedOn: '',
      updatedBy: 1,
    }
    const update = entry(1_000_001, 'r', { name: ['Bob', 'Cid'] })
    expect(toUndo({ current, entries: [created, renamed, update] }, leapt, Person)).toMatchObject({
      is: 'update',
      values: { name: 'Bob' },
    })
    const entries = [entry(1, 'd', { name: ['Ada', null] }), entry(1_000_001, 'r', { name: [null, 'Cid'] })]
    expect(toUndo({ current, entries: [created, ...entries] }, leapt, Person)).toMatchObject({ is: 'delete' })
  })

  it('is a delete for a create, and the record as it was for a delete', () => {
    const entries = [created, renamed, deleted('Bob')]
    expect(toUndo({ entries }, { first: 2, last: 2 }, Person)).toEqual({ is: 'recreate', state: { name: 'Bob' } })
    expect(toUndo({ entries }, { first: 0, last: 0 }, Person)).toEqual({ is: 'none' })
  })
})
