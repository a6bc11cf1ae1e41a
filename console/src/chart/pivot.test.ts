import { describe, expect, it } from 'vitest'
import type { Formats } from '../field/FieldKind.ts'
import type { FieldMeta, Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { GroupField } from './Grouping.ts'
import type { Group, Groups } from './Groups.ts'
import { firstPivot, pivotRequests, toPivot } from './pivot.ts'

const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const status: FieldMeta = { name: 'status', label: 'Status', type: 'choice', values: ['open', 'done'] }
const buyer: FieldMeta = { name: 'buyer', label: 'Buyer', type: 'reference', target: 'a.Buyer' }
const dueOn: FieldMeta = { name: 'dueOn', label: 'Due on', type: 'date' }
const seenOn: FieldMeta = { name: 'seenOn', label: 'Seen on', type: 'dateTime' }
const total: FieldMeta = { name: 'total', label: 'Total', type: 'decimal', scale: 2 }
const model: ModelMeta = {
  name: 'a.B',
  label: 'B',
  title: 'name',
  list: [],
  fields: [status, buyer, dueOn, total],
  may,
}
const group = (field: FieldMeta, by?: GroupField['by']): GroupField => {
  return { path: field.name, label: field.label, field, by }
}
const formats = {
  language: 'en',
  timeZone: 'Europe/Berlin',
  words: { criteria: { noValueOption: 'None' } },
} as unknown as Formats

const of = (values: Readonly<Record<string, Json>>, count: number): Group => ({ group: values, count })
const answer = (groups: readonly Group[], all = groups.length): Groups => ({ groups, total: all })
const [ann, bob, cid] = [
  { id: 1, title: 'Ann' },
  { id: 2, title: 'Bob' },
  { id: 3, title: 'Cid' },
]

describe('a pivot table', () => {
  const parts = { rows: group(buyer), columns: group(dueOn, 'month'), figure: undefined }

  it('asks for its rows, its columns, its cells in the order of the rows, and all records', () => {
    const figure = { path: 'total', of: 'avg', field: total } as const
    const [rows, columns, both, whole] = pivotRequests(
      { ...parts, columns: group(seenOn, 'month'), figure },
      'Europe/Rome',
    )
    const month = { fieldName: 'seenOn', by: 'month', timeZone: 'Europe/Rome' }
    expect(rows).toMatchObject({ groupBy: ['buyer'], avg: ['total'], limit: 50 })
    expect(columns).toMatchObject({ groupBy: [month], avg: ['total'], limit: 50 })
    expect(both).toMatchObject({ groupBy: ['buyer', month], sortBy: ['buyer', 'seenOn'], limit: 1_000 })
    expect(whole).toEqual({ groupBy: [], avg: ['total'] })
  })

  it('has a cell where a row and a column meet, and none where no record is', () => {
    const figures = toPivot(
      parts,
      [
        answer([of({ buyer: bob }, 3), of({ buyer: ann }, 1), of({ buyer: null }, 1)]),
        answer([of({ dueOn: '2026-02' }, 4), of({ dueOn: null }, 1)]),
        answer([
          of({ buyer: bob, dueOn: '2026-02' }, 3),
          of({ buyer: ann, dueOn: '2026-02' }, 1),
          of({ buyer: null, dueOn: null }, 1),
        ]),
        answer([of({}, 5)]),
      ],
      formats,
    )
    expect(figures.rows.map(({ title }) => title)).toEqual(['Ann', 'Bob', 'None'])
    const counts = figures.rows.map((row) => figures.columns.map((column) => figures.cellOf(row, column)?.count))
    expect(counts).toEqual([
      [1, undefined],
      [3, undefined],
      [undefined, 1],
    ])
    expect(figures.whole?.count).toBe(5)
    expect(figures.columns[0]?.criteria).toMatchObject({ criteria: [{ value: '2026-02-01' }, { value: '2026-03-01' }] })
    expect(figures.rows[2]?.criteria).toEqual({ fieldName: 'buyer', operator: 'isNull' })
  })

  it('leaves out the rows that an answer was too short for', () => {
    const figures = toPivot(
      parts,
      [
        answer([of({ buyer: ann }, 2), of({ buyer: bob }, 2), of({ buyer: cid }, 1)], 70),
        answer([of({ dueOn: '2026-02' }, 5)]),
        answer([of({ buyer: ann, dueOn: '2026-02' }, 2), of({ buyer: bob, dueOn: '2026-02' }, 1)], 90),
        answer([of({}, 5)]),
      ],
      formats,
    )
    expect(figures.rows.map(({ title }) => title)).toEqual(['Ann'])
    expect(figures.allRows).toBe(70)
  })

  it('begins with a reference down and a choice across, and with months where there is neither', () => {
    const none = () => undefined
    expect(firstPivot(model, none)).toEqual(['buyer', 'status'])
    expect(firstPivot({ ...model, fields: [status, total] }, none)).toEqual(['createdOn:month', 'status'])
    expect(firstPivot({ ...model, fields: [buyer, total] }, none)).toEqual(['buyer', 'createdOn:month'])
    expect(firstPivot({ ...model, fields: [total] }, none)).toBeUndefined()
  })
})
