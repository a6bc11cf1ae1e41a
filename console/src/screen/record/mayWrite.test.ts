import { expect, it } from 'vitest'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { mayWrite } from './mayWrite.ts'

const may = { update: true, delete: false, restore: false, fields: ['name'] }
const name: FieldMeta = { name: 'name', type: 'text', label: 'Name' }
const other: FieldMeta = { ...name, name: 'other' }
const closed: FieldMeta = { ...name, may: { read: 'all', create: 'all', update: 'none' } }

it.each([
  ['a field that the record allows', name, { id: 1, may, isLocked: false }, true],
  ['a field that it does not allow', other, { id: 1, may, isLocked: false }, false],
  ['a record that may not be changed', name, { id: 1, may: { ...may, update: false }, isLocked: false }, false],
  ['a field that the model closes to updates', closed, { id: 1, may: undefined, isLocked: false }, false],
  ['the same field of a new record', closed, { id: undefined, may: undefined, isLocked: false }, true],
  ['any field while one looks as somebody else', name, { id: 1, may, isLocked: true }, false],
  ['a new record while one looks as somebody else', name, { id: undefined, may: undefined, isLocked: true }, false],
])('%s', (_what, field, rights, isAllowed) => {
  expect(mayWrite(field, rights)).toBe(isAllowed)
})
