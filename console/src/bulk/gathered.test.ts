import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { countEdits, gather, type Gathered, namesOfGathered, nothingGathered, valuesOfGathered } from './gathered.ts'

const fields: readonly FieldMeta[] = ['name', 'city'].map((name) => ({ name, type: 'text', label: name }))
const base = (id: number, version = 0) => ({ id, version, name: 'a', city: 'a' })

function edit(gathered: Gathered, id: number, name: string, value: Json, version = 0): Gathered {
  const field = fields.find((each) => each.name === name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return gather(gathered, { does: 'edit', base: base(id, version), field, value, shown: value })
}

const edits = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    field: fc.constantFrom('name', 'city'),
    value: fc.constantFrom<Json>('a', 'b', null),
  }),
)

describe('edits that are gathered', () => {
  it('are the last ones of each cell, without those that changed nothing in the end', () => {
    fc.assert(
      fc.property(edits, (all) => {
        let gathered = nothingGathered
        const last = new Map<string, Json>()
        for (const { id, field, value } of all) {
          gathered = edit(gathered, id, field, value)
          last.set(`${id} ${field}`, value)
        }
        const expected = [...last].filter(([, value]) => value !== 'a')
        const found = [...valuesOfGathered(gathered)].flatMap(([id, values]) =>
          Object.entries(values).map(([field, value]): [string, Json] => [`${id} ${field}`, value]),
        )
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
        expect(countEdits(gathered)).toBe(expected.length)
      }),
    )
  })

  it('are sent with the version that was seen at the last edit of the record', () => {
    const first = edit(edit(nothingGathered, 1, 'name', 'b'), 2, 'name', 'b')
    const second = edit(first, 1, 'city', 'b', 3)
    expect(namesOfGathered(second)).toEqual([
      { id: 1, version: 3 },
      { id: 2, version: 0 },
    ])
    expect(valuesOfGathered(second).get(1)).toEqual({ name: 'b', city: 'b' })
  })

  it('are gone after a save, and come back where they were discarded by mistake', () => {
    const both = edit(edit(nothingGathered, 1, 'name', 'b'), 2, 'name', 'b')
    const left = gather(both, { does: 'remove', ids: [1] })
    expect([...left.keys()]).toEqual([2])
    expect(gather(left, { does: 'restore', gathered: both })).toBe(both)
  })
})
