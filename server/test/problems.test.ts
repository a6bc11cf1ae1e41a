import { describe, expect, it } from 'vitest'
import { saveMany, upsert } from './harness/actions.ts'
import { recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { Department, desk, Equipment, Part } from './harness/lending.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(desk)
let made = 0

/** A text that no other test uses. */
function fresh(): string {
  made += 1
  return `S-${made}`
}

async function department(): Promise<RecordJson> {
  return recordOf(await stage.client.create(Department.name, { code: fresh(), name: 'Film' }))
}

async function withoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

describe('a batch with mistakes of different kinds', () => {
  it.each([
    ['a dry run', '?dryRun=true'],
    ['a real call', ''],
  ])('tells all of them in one answer: %s', async (_, query) => {
    const { id, code } = await department()
    const [taken, twice] = [fresh(), fresh()]
    const tripod = { name: 'Tripod', serialNumber: taken, category: 'lab', department: { id } }
    const stored = recordOf(await stage.client.create(Equipment.name, tripod))
    const good = () => ({ name: 'Good', serialNumber: fresh(), category: 'audio', department: { code } })
    const records = [
      { ...good(), category: 'boat', department: { code: 'NOPE' } },
      { ...good(), price: '1.234' },
      { ...good(), department: { code: 'NOPE' } },
      { ...good(), serialNumber: twice },
      { ...good(), serialNumber: taken },
      { ...good(), serialNumber: twice },
      { ...good(), department: { id: 999_999 } },
      good(),
    ]
    const reply = await withoutTrace(() => saveMany(stage.client, Equipment.name, records, { query }))
    const noDepartment = 'refers to a record that does not exist: no Department has this code'
    const problems = [
      { index: 0, field: 'category', code: 'invalid-record', message: 'must be one of camera, audio, lab' },
      { index: 0, field: 'department', code: 'invalid-record', message: noDepartment },
      { index: 1, field: 'price', code: 'invalid-record', message: expect.stringContaining('2 digits') },
      { index: 2, field: 'department', code: 'invalid-record', message: noDepartment },
      {
        index: 4,
        field: 'serialNumber',
        fields: ['serialNumber'],
        code: 'not-unique',
        constraint: 'serialNumber',
        message: 'Serial number must be unique, and another record has this value: Tripod.',
        others: [{ id: stored.id, version: 0, name: 'Tripod' }],
      },
      {
        index: 5,
        field: 'serialNumber',
        fields: ['serialNumber'],
        code: 'not-unique',
        constraint: 'serialNumber',
        message: 'Serial number must be unique, and another record has this value: record 3 of the request.',
        alsoAt: 3,
      },
      { index: 6, field: 'department', code: 'invalid-record', message: 'refers to a record that does not exist' },
    ]
    expect(reply).toMatchObject({
      status: 400,
      json: { status: -4, data: { code: 'invalid-record', problemCount: 7, complete: true } },
    })
    expect(reply.json?.data).toMatchObject({ problems })
    expect(reply.json?.errors).toEqual(
      Object.fromEntries(
        problems.map(({ index, field, code: own, message }) => [
          `${index}.${field}`,
          own === 'not-unique' ? 'must be unique, and another record has this value' : message,
        ]),
      ),
    )
    const [right] = recordsOf(await saveMany(stage.client, Equipment.name, records.slice(-1), { query }))
    expect(right).toMatchObject({ name: 'Good' })
  })

  it.each(['?dryRun=true', ''])('tells all of them of an upsert, of new and of known records: %s', async (query) => {
    const { id, code } = await department()
    const known = { name: 'Known', serialNumber: fresh(), category: 'lab', department: { id }, shelf: 7 }
    const stored = recordOf(await stage.client.create(Equipment.name, known))
    const good = () => ({ name: 'Good', serialNumber: fresh(), category: 'audio', department: { code } })
    const reply = await withoutTrace(() =>
      upsert(
        stage.client,
        Equipment.name,
        [
          { serialNumber: known.serialNumber, category: 'boat' },
          { serialNumber: fresh(), category: 'audio' },
          { ...good(), shelf: 7 },
          { ...good(), shelf: 8 },
          { ...good(), shelf: 8, partOf: { id: 999_999 } },
          { ...good(), category: 'camera' },
          { id: 999_999, version: 0, name: 'x' },
          { ...good(), version: 3 },
          good(),
        ],
        ['serialNumber'],
        { query },
      ),
    )
    const group = { fields: ['department', 'shelf'], constraint: 'department,shelf', code: 'not-unique' }
    expect(reply.json?.data).toMatchObject({
      code: 'invalid-record',
      problemCount: 9,
      complete: true,
      problems: [
        { index: 0, field: 'category' },
        { index: 1, field: 'department', message: 'is required' },
        { index: 1, field: 'name', message: 'is required' },
        { index: 2, ...group, others: [{ id: stored.id, name: 'Known' }] },
        { index: 4, ...group, alsoAt: 3 },
        { index: 4, field: 'partOf', code: 'invalid-record' },
        { index: 5, field: 'price', code: 'invalid-record', message: 'is needed for cameras' },
        { index: 6, code: 'record-not-found' },
        { index: 7, code: 'record-not-found' },
      ],
    })
  })

  it.each(['?dryRun=true', ''])(
    'tells all of them of a transaction, and what was not tried for it: %s',
    async (query) => {
      const { id, code } = await department()
      const taken = fresh()
      const equipment = { name: 'Known', serialNumber: taken, category: 'lab', department: { id } }
      const stored = recordOf(await stage.client.create(Equipment.name, equipment))
      const good = () => ({ name: 'Good', serialNumber: fresh(), category: 'audio', department: { code } })
      const create = (record: object, as?: string) => ({ create: Equipment.name, record, ...(as ? { as } : {}) })
      const part = (as: string) => ({ create: Part.name, record: { name: 'Lens', equipment: { as } } })
      const reply = await withoutTrace(() =>
        stage.client.exchange('POST', `/ws/transaction${query}`, {
          body: {
            data: [
              create({ ...good(), category: 'boat' }, 'boat'),
              part('boat'),
              create({ ...good(), serialNumber: taken }),
              { create: 'desk.Nothing', record: {} },
              { update: Equipment.name, record: { id: stored.id, version: 7, name: 'Late' } },
              { delete: Department.name, record: { id, version: 0 } },
              create(good(), 'right'),
              part('right'),
              { create: Part.name, record: { name: 'Lid', equipment: { as: 'right' }, department: { code: 'NOPE' } } },
              create({ ...good(), department: { id: 999_999 } }, 'wrong'),
              part('wrong'),
            ],
          },
        }),
      )
      expect(reply).toMatchObject({ status: 400, json: { status: -4 } })
      expect(reply.json?.data).toMatchObject({
        code: 'invalid-record',
        index: 0,
        problemCount: 9,
        complete: true,
        problems: [
          { index: 0, field: 'category', code: 'invalid-record' },
          { index: 1, code: 'not-tried', because: 0 },
          { index: 2, field: 'serialNumber', code: 'not-unique', others: [{ id: stored.id }] },
          { index: 3, code: 'unknown-model' },
          { index: 4, code: 'version-conflict' },
          { index: 5, code: 'still-referenced' },
          { index: 8, field: 'department', code: 'invalid-record' },
          { index: 9, field: 'department', code: 'invalid-record' },
          { index: 10, code: 'not-tried', because: 9 },
        ],
      })
    },
  )
})

describe('a single record', () => {
  it('whose values are not unique names all of them, and the records that have them', async () => {
    const { id } = await department()
    const equipment = { name: 'One', serialNumber: fresh(), category: 'lab', department: { id } }
    const one = recordOf(await stage.client.create(Equipment.name, equipment))
    const two = recordOf(
      await stage.client.create(Equipment.name, { ...equipment, name: 'Two', serialNumber: fresh(), shelf: 5 }),
    )
    const problems = [
      { fields: ['department', 'shelf'], constraint: 'department,shelf', others: [{ id: two.id, name: 'Two' }] },
      { field: 'serialNumber', constraint: 'serialNumber', others: [{ id: one.id, name: 'One' }] },
    ]
    const clash = { status: 409, json: { data: { code: 'not-unique', problems, problemCount: 2, complete: true } } }
    expect(await stage.client.create(Equipment.name, { ...equipment, shelf: 5 })).toMatchObject(clash)
    const third = recordOf(
      await stage.client.create(Equipment.name, { ...equipment, name: 'Three', serialNumber: fresh() }),
    )
    const change = { version: 0, serialNumber: equipment.serialNumber, shelf: 5 }
    const changed = await stage.client.update(Equipment.name, third.id, change)
    expect(changed).toMatchObject(clash)
    expect(changed.json?.data).toMatchObject({ fields: ['department', 'shelf'], others: [{ id: two.id }] })
    expect(recordOf(await stage.client.read(Equipment.name, third.id))).toMatchObject({ version: 0, shelf: null })
  })
})
