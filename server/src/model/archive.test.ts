import { expect, it } from 'vitest'
import { dateTime, model, text } from '../index.ts'
import { builtInModels } from './builtIn/builtInModels.ts'
import { checkModels } from './checkModels.ts'
import type { ModelDeclaration, RecordOf } from './declare.ts'
import { toModel } from './toModel.ts'

function mistakesOf(declaration: ModelDeclaration): string[] {
  const loaded = [{ file: 'Thing.ts', model: toModel(declaration) }]
  return checkModels(loaded, builtInModels()).map(({ message }) => message)
}

const plain = { name: 'org.example.Thing', title: 'name', fields: { name: text() } }

it('gives a model two fields, which its list, sections, order and indexes can name', () => {
  const Thing = model({
    ...plain,
    title: 'name',
    archive: true,
    list: ['name', 'archivedOn', 'archivedBy'],
    sortBy: ['-archivedOn'],
    indexes: [['archivedOn']],
    sections: [{ label: 'Archive', fields: ['archivedOn', 'archivedBy'] }],
    only: { archivedOn: 'actions' },
  })
  expect(mistakesOf(Thing)).toEqual([])
  const archivedOn: RecordOf<typeof Thing>['archivedOn'] = null
  expect(toModel(Thing).fields.map(({ name }) => name)).toEqual(['name', 'archivedOn', 'archivedBy'])
  expect(archivedOn).toBeNull()
})

it('names what is wrong', () => {
  const own = { ...plain, archive: true as const, fields: { name: text(), archivedOn: dateTime() } }
  expect(mistakesOf(own)).toEqual([
    'archivedOn is a name of the service in a model with archive: rename the field with was',
  ])
  expect(mistakesOf({ ...plain, archive: 'yes' as unknown as true })).toEqual(['archive must be true, or left out'])
  expect(mistakesOf({ ...plain, list: ['archivedOn'] })).toEqual([
    'list names "archivedOn", which is not a field of the model.',
  ])
  expect(mistakesOf({ ...plain, fields: { name: text(), archivedOn: dateTime() } })).toEqual([])
})
