import { expect, it } from 'vitest'
import { isComputed, type ModelMeta } from './ModelMeta.ts'
import { sectionsOf } from './sections.ts'

it('a section has what every record has, which nobody fills in', () => {
  const model: ModelMeta = {
    name: 'desk.Loan',
    label: 'Loan',
    title: 'number',
    list: [],
    fields: [{ name: 'number', type: 'text', label: 'Number' }],
    sections: [{ label: 'Record', fields: ['createdOn', 'createdBy', 'number'] }],
    may: { read: 'all', create: 'all', update: 'all', delete: 'all' },
  }
  const [section, ...others] = sectionsOf(model)
  expect(section?.fields.map((field) => [field.name, isComputed(field)])).toEqual([
    ['createdOn', true],
    ['createdBy', true],
    ['number', false],
  ])
  expect(others).toEqual([])
})
