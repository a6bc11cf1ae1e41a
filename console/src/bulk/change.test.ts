import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice, formula, integer, links, model as declared, reference, text } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { bulkFields, newEdit, readEdits } from './edits.ts'
import { addRound, emptyPreview, mostRows, type Round, rowsOf } from './Preview.ts'
import { faultsOfAll, readRefusals } from './readRefusals.ts'
import { inParts, roundSize, windowOf } from './rounds.ts'
import { toTsv } from './toTsv.ts'

const limits = { maxBulk: 1_000, maxLimit: 500, bodyLimit: 1_048_576 }

describe('a round', () => {
  it('has no more records than the service takes, and than fit into a body', () => {
    expect(roundSize({ is: 'delete' }, limits)).toBe(500)
    expect(roundSize({ is: 'delete' }, { ...limits, maxLimit: 2_000 })).toBe(1_000)
    fc.assert(
      fc.property(fc.string({ maxLength: 5_000 }), fc.integer({ min: 10_000, max: 200_000 }), (notes, bodyLimit) => {
        const size = roundSize({ is: 'change', values: { notes } }, { ...limits, bodyLimit })
        const records = Array.from({ length: size }, (_, n) => ({ id: 1e12 + n, version: 1e6, notes }))
        const bytes = new TextEncoder().encode(JSON.stringify({ records, show: size })).length
        expect(size === 1 || bytes <= bodyLimit).toBe(true)
      }),
    )
  })

  it('is a window of ids within the criteria of the list', () => {
    const where = '{"fieldName":"status","operator":"=","value":"lead"}'
    expect(windowOf('', 0, undefined)).toEqual({ operator: 'and', criteria: [] })
    expect(windowOf(where, 7, 9)).toEqual({
      operator: 'and',
      criteria: [
        JSON.parse(where),
        { fieldName: 'id', operator: '>', value: 7 },
        { fieldName: 'id', operator: '<=', value: 9 },
      ],
    })
  })

  it('of named records has each of them once, in order', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 20 }), (many, size) => {
        const records = Array.from({ length: many }, (_, id) => ({ id, version: 0 }))
        const parts = inParts(records, size)
        expect(parts.flat()).toEqual(records)
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(size)
      }),
    )
  })
})

describe('what a failure refuses', () => {
  it('is read by the positions that it names', () => {
    const errors = { '1.email': 'must be an e-mail address', '1.phone': 'is too long', '4.email': 'is required' }
    expect([...readRefusals({ message: 'M', errors })]).toEqual([
      [
        1,
        [
          { field: 'email', message: 'must be an e-mail address' },
          { field: 'phone', message: 'is too long' },
        ],
      ],
      [4, [{ field: 'email', message: 'is required' }]],
    ])
    expect([...readRefusals({ message: 'M', data: { index: 3 } })]).toEqual([[3, [{ field: undefined, message: 'M' }]]])
    expect(readRefusals({ message: 'M', errors: { records: 'must have fewer' } }).size).toBe(0)
  })

  it('is the fault of the values if every record has it', () => {
    const all = readRefusals({ message: 'M', errors: { '0.email': 'x', '1.email': 'x' } })
    expect(faultsOfAll(all, 2, 100)).toEqual({ email: 'x' })
    expect(faultsOfAll(all, 500, 2)).toEqual({ email: 'x' })
    expect(faultsOfAll(all, 3, 100)).toBeUndefined()
    const mixed = readRefusals({ message: 'M', errors: { '0.email': 'x', '1.email': 'y' } })
    expect(faultsOfAll(mixed, 2, 100)).toBeUndefined()
    expect(faultsOfAll(readRefusals({ message: 'M', data: { index: 0 } }), 1, 100)).toBeUndefined()
  })
})

describe('a preview', () => {
  const outcome = fc.constantFrom('changed', 'same', 'refused')
  const round = fc.array(outcome, { maxLength: 700 }).map(
    (outcomes): Round => ({
      rows: outcomes.map((each, id) => ({ id, title: '', changes: {}, outcome: each, reasons: [] })),
      writes: outcomes.flatMap((each, id) => (each === 'changed' ? [{ id, version: 0 }] : [])),
      criteria: undefined,
      deleted: 2,
      cleared: 1,
    }),
  )

  it('counts all records, lists the first, and writes those that change', () => {
    fc.assert(
      fc.property(fc.array(round, { maxLength: 5 }), (rounds) => {
        const preview = rounds.reduce(addRound, emptyPreview(0))
        const rows = rounds.flatMap((each) => each.rows)
        const { changed, same, refused } = preview.counts
        expect(changed + same + refused).toBe(rows.length)
        expect(preview.rows.length).toBe(Math.min(rows.length, mostRows))
        expect(preview.rounds.flatMap(({ writes }) => writes).length).toBe(changed)
        expect([preview.deleted, preview.cleared]).toEqual([2 * rounds.length, rounds.length])
        expect(rowsOf(preview, 'refused').length).toBeLessThanOrEqual(refused)
        expect(rowsOf(preview, undefined)).toBe(preview.rows)
      }),
    )
  })
})

const described = describeModel(
  declared({
    name: 'a.B',
    title: 'name',
    fields: {
      name: text({ required: true }),
      count: integer(),
      state: choice([
        { value: 'a', label: 'Open' },
        { value: 'b', label: 'Closed' },
      ]),
      owner: reference('a.C'),
      sum: formula('count + 1', integer()),
      tags: links('a.D'),
      token: text({ secret: true }),
      fixed: text(),
    },
  }),
)
const model: ModelMeta = {
  ...described,
  fields: described.fields.map((field) =>
    field.name === 'fixed' ? { ...field, may: { read: 'all', create: 'all', update: 'none' } } : field,
  ),
}

describe('edits', () => {
  it('are offered for what people fill in and may change', () => {
    expect(bulkFields(model).map(({ name }) => name)).toEqual(['name', 'count', 'state', 'owner'])
  })

  it('set a value or clear it, and never clear by mistake', () => {
    const [name, count] = bulkFields(model).map(newEdit)
    if (!name || !count) throw new Error('There are no fields.')
    expect(readEdits([name], model, en)).toEqual({ faults: { name: 'needs a value' } })
    expect(readEdits([count], model, en)).toEqual({ faults: { count: 'needs a value; choose Clear to take it away' } })
    expect(readEdits([{ ...count, input: 'x' }], model, en)).toEqual({ faults: { count: 'must be a whole number' } })
    const edits = [
      { ...name, input: 'A' },
      { ...count, how: 'clear' as const, input: '5' },
    ]
    expect(readEdits(edits, model, en)).toEqual({ values: { name: 'A', count: null } })
  })
})

describe('records as text for spreadsheets', () => {
  const columns = model.fields.slice(0, 4).map((field) => ({ path: field.name, field, label: field.label }))
  const read = (tsv: string) =>
    [...`${tsv}\n`.matchAll(/("(?:[^"]|"")*"|[^\t\n"]*)([\t\n])/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    )

  it('have labels on top, and every value in a cell of its own', () => {
    const record = { id: 1, version: 0, name: 'A', count: 5, state: 'b', owner: { id: 3, name: 'Sam' } }
    expect(toTsv(columns, [record])).toBe('Name\tCount\tState\tOwner\nA\t5\tClosed\tSam')
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        const records = names.map((name) => ({ id: 1, version: 0, name, count: null as Json }))
        const cells = read(toTsv(columns.slice(0, 2), records))
        expect(cells).toEqual(['Name', 'Count', ...names.flatMap((name) => [name, ''])])
      }),
    )
  })
})
