import { describe, expect, it } from 'vitest'
import type { TypeOfValue } from '../../../server/src/expression/Typed.ts'
import { readExpression } from '../../../server/src/expression/readExpression.ts'
import { draftOf, withEdit } from '../draft/Draft.ts'
import { en } from '../i18n/en/en.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { FormValues, type Referred } from './FormValues.ts'
import { previewOf, referredFields } from './previewOf.ts'

const types = new Map<string, TypeOfValue>([
  ['equipment.loanDays', { type: 'integer' }],
  ['fromOn', { type: 'date' }],
  ['dueOn', { type: 'date' }],
  ['days', { type: 'integer' }],
  ['price', { type: 'decimal' }],
])

/** A tree as the service sends it. */
function treeOf(text: string) {
  return readExpression(text, {
    field: (name) => types.get(name) ?? 'is not there',
    variable: () => ({ type: 'date' }) as const,
  }).tree
}

const byDefault = (text: string) => ({ expression: text, tree: treeOf(text) }) as unknown as Json
const fields: readonly FieldMeta[] = [
  { name: 'equipment', type: 'reference', label: 'Equipment', target: 'a.Equipment' },
  { name: 'fromOn', type: 'date', label: 'From', default: byDefault('$today') },
  { name: 'dueOn', type: 'date', label: 'Due', default: byDefault('fromOn + days(equipment.loanDays)') },
  { name: 'price', type: 'decimal', label: 'Price', scale: 2 },
  {
    name: 'days',
    type: 'formula',
    label: 'Days',
    result: { type: 'integer' },
    tree: treeOf('daysBetween(fromOn, dueOn)'),
  },
  {
    name: 'cost',
    type: 'formula',
    label: 'Cost',
    result: { type: 'decimal', scale: 2 },
    tree: treeOf('price * days / 3'),
  },
]
const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const model: ModelMeta = { name: 'a.Loan', label: 'Loan', title: 'id', list: [], fields, may }
const place = { today: '2026-11-18' }
const loanDays: Referred = (name, id) => (name === 'equipment.loanDays' && id === 7 ? 14 : undefined)

function typed(values: Readonly<Record<string, Json>>, base?: RecordJson) {
  return Object.entries(values).reduce(
    (draft, [name, input]) => {
      const field = fields.find((each) => each.name === name)
      return field ? withEdit(draft, field, input, 'key') : draft
    },
    draftOf(base, 'key'),
  )
}

function preview(values: Readonly<Record<string, Json>>, base?: RecordJson) {
  const draft = typed(values, base)
  return previewOf(draft, model, new FormValues(draft, model, en, place, loanDays))
}

describe('a new record', () => {
  it('shows defaults that follow from other fields, of other records too', () => {
    expect(preview({ equipment: { id: 7 } })).toEqual({
      fromOn: '2026-11-18',
      dueOn: '2026-12-02',
      days: 14,
      cost: null,
    })
  })

  it('follows what is typed, and leaves a field alone that was touched', () => {
    expect(preview({ equipment: { id: 7 }, fromOn: '2026-01-31' })).toMatchObject({ dueOn: '2026-02-14' })
    expect(preview({ equipment: { id: 7 }, fromOn: '2026-01-31', dueOn: '2026-02-01' })).toEqual({
      days: 1,
      cost: null,
    })
  })

  it('shows nothing that it cannot know', () => {
    expect(preview({ equipment: { id: 8 }, price: '1' })).toEqual({ fromOn: '2026-11-18' })
    expect(preview({})).toEqual({ fromOn: '2026-11-18', dueOn: null, days: null, cost: null })
  })

  it('shows a decimal with the digits of its field', () => {
    expect(preview({ equipment: { id: 7 }, price: '10' })).toMatchObject({ cost: '46.67' })
  })
})

describe('a record that there is', () => {
  const base: RecordJson = {
    id: 1,
    version: 0,
    equipment: { id: 7 },
    fromOn: '2026-01-01',
    dueOn: '2026-01-10',
    price: '3.00',
    days: 9,
    cost: '9.00',
  }

  it('is as it was read until somebody types', () => {
    expect(preview({}, base)).toEqual({})
  })

  it('shows what formulas become, and gets no default', () => {
    expect(preview({ fromOn: '2026-01-04' }, base)).toEqual({ days: 6, cost: '6.00' })
  })
})

it('the fields of other records are asked for by the reference that leads to them', () => {
  expect([...referredFields(model)]).toEqual([['equipment', ['equipment.loanDays']]])
})
