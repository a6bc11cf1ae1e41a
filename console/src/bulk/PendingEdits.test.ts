import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import {
  countEdits,
  applyStep,
  type PendingEdits,
  recordsOfEdits,
  noPendingEdits,
  valuesOfEdits,
} from './PendingEdits.ts'

const fields: readonly FieldMeta[] = ['name', 'city'].map((name) => ({ name, type: 'text', label: name }))
const base = (id: number, version = 0) => ({ id, version, name: 'a', city: 'a' })

function edit(pending: PendingEdits, id: number, name: string, value: Json, version = 0): PendingEdits {
  const field = fields.find((each) => each.name === name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return applyStep(pending, { does: 'edit', base: base(id, version), field, value, shown: value })
}

const edits = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    field: fc.constantFrom('name', 'city'),
    value: fc.constantFrom<Json>('a', 'b', null),
  }),
)

describe('pending edits', () => {
  it('are the last ones of each cell, without those that changed nothing in the end', () => {
    fc.assert(
      fc.property(edits, (all) => {
        let pending = noPendingEdits
        const last = new Map<string, Json>()
        for (const { id, field, value } of all) {
          pending = edit(pending, id, field, value)
          last.set(`${id} ${field}`, value)
        }
        const expected = [...last].filter(([, value]) => value !== 'a')
        const found = [...valuesOfEdits(pending)].flatMap(([id, values]) =>
          Object.entries(values).map(([field, value]): [string, Json] => [`${id} ${field}`, value]),
        )
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
        expect(countEdits(pending)).toBe(expected.length)
      }),
    )
  })

  it('are sent with the version that was seen at the last edit of the record', () => {
    const first = edit(edit(noPendingEdits, 1, 'name', 'b'), 2, 'name', 'b')
    const second = edit(first, 1, 'city', 'b', 3)
    expect(recordsOfEdits(second)).toEqual([
      { id: 1, version: 3 },
      { id: 2, version: 0 },
    ])
    expect(valuesOfEdits(second).get(1)).toEqual({ name: 'b', city: 'b' })
  })

  it('are gone after a save, and come back where they were discarded by mistake', () => {
    const both = edit(edit(noPendingEdits, 1, 'name', 'b'), 2, 'name', 'b')
    const left = applyStep(both, { does: 'remove', ids: [1] })
    expect([...left.keys()]).toEqual([2])
    expect(applyStep(left, { does: 'restore', pending: both })).toBe(both)
  })
})
