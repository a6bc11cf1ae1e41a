import { describe, expect, it } from 'vitest'
import { choice, collection, date, model, reference, series, text } from '../src/index.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Order = 'org.example.forms.Order'
const Line = 'org.example.forms.Line'
const isPlaced = { fieldName: 'status', operator: '=', value: 'placed' }

function declare(requiredWhen?: object | string) {
  return toModels([
    model({
      name: Order,
      title: 'id',
      sections: [
        { label: 'Order', fields: ['status', { name: 'note', width: 12 }], columns: 2 },
        { label: 'Delivery', fields: ['dueOn', 'terms'], when: "status != 'draft'" },
      ],
      fields: {
        status: choice(['draft', 'placed'], { default: 'draft' }),
        dueOn: date({ when: "status != 'draft'", ...(requiredWhen === undefined ? {} : { requiredWhen }) }),
        tags: choice(['red', 'blue'], { multiple: true, requiredWhen: 'terms is not null' }),
        terms: text({ max: 20 }),
        note: text({ max: 40, when: isPlaced }),
        number: series('O{number}', { gapless: true, when: isPlaced }),
        lines: collection(Line, { by: 'order', when: "status != 'draft'" }),
      },
    }),
    model({
      name: Line,
      title: 'id',
      fields: {
        order: reference(Order, { required: true, onDelete: 'cascade' }),
        reason: text({ max: 20, requiredWhen: "order.status = 'placed'" }),
      },
    }),
  ])
}

const declared = declare(isPlaced)
const stage = useModels(declared)

/** What the metadata say about the order, to somebody. */
async function describedTo(client = stage.client): Promise<RecordJson & { fields: (RecordJson & { name: string })[] }> {
  return recordOf(await client.exchange('GET', `/ws/meta/fields/${Order}`)) as never
}

describe('a value that some records must have', () => {
  it('is demanded where the condition is true, by the name of its field', async () => {
    const refused = await stage.client.create(Order, { status: 'placed' })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({
      data: { code: 'invalid-record', checks: { dueOnRequired: 'is required' } },
      errors: { dueOn: 'is required' },
    })
    expect(recordOf(await stage.client.create(Order, { status: 'placed', dueOn: '2031-01-01' }))).toMatchObject({
      dueOn: '2031-01-01',
    })
    const draft = recordOf(await stage.client.create(Order, {}))
    const update = await stage.client.update(Order, draft.id, { version: 0, status: 'placed' })
    expect(update.json).toMatchObject({ errors: { dueOn: 'is required' } })
  })

  it('cannot be taken away while the condition is true, and can with it', async () => {
    const { id } = recordOf(await stage.client.create(Order, { status: 'placed', dueOn: '2031-01-01' }))
    const cleared = await stage.client.update(Order, id, { version: 0, dueOn: null })
    expect(cleared.json).toMatchObject({ errors: { dueOn: 'is required' } })
    const both = await stage.client.update(Order, id, { version: 0, status: 'draft', dueOn: null })
    expect(recordOf(both)).toMatchObject({ version: 1 })
  })

  it('is one value at least of a choice with several', async () => {
    const refused = await stage.client.create(Order, { terms: 'net', tags: [] })
    expect(refused.json).toMatchObject({ errors: { tags: 'is required' } })
    expect(recordOf(await stage.client.create(Order, { terms: 'net', tags: ['red'] }))).toMatchObject({ version: 0 })
  })

  it('may follow from another record', async () => {
    const order = recordOf(await stage.client.create(Order, { status: 'placed', dueOn: '2031-01-01' }))
    const refused = await stage.client.create(Line, { order: { id: order.id } })
    expect(refused.json).toMatchObject({ errors: { reason: 'is required' } })
  })

  it('is demanded by the database of writes by SQL', async () => {
    const { id } = recordOf(await stage.client.create(Order, {}))
    const change = `update record.org_example_forms_order set status = 'placed' where id = ${id}`
    await expect(stage.database.query(change)).rejects.toThrow(/check constraint/)
  })
})

it('a field that is not shown takes and keeps its value', async () => {
  const { id } = recordOf(await stage.client.create(Order, { status: 'draft', note: 'for later', dueOn: '2031-01-01' }))
  expect(recordOf(await stage.client.read(Order, id))).toMatchObject({ note: 'for later', dueOn: '2031-01-01' })
})

describe('the metadata', () => {
  it('have the conditions of fields, relations and sections with their trees', async () => {
    const { fields, sections, checks } = await describedTo()
    const of = (name: string) => fields.find((field) => field.name === name)
    const call = { is: 'call', type: 'boolean' }
    expect(of('dueOn')).toMatchObject({
      when: { holds: "status != 'draft'", tree: { ...call, name: '!=' } },
      requiredWhen: { holds: isPlaced, tree: { ...call, name: '=' } },
    })
    expect(of('lines')).toMatchObject({ when: { tree: { ...call, name: '!=' } } })
    expect(of('number')).toMatchObject({ when: isPlaced })
    expect(sections).toMatchObject([
      { label: 'Order', fields: ['status', { name: 'note', width: 12 }], columns: 2 },
      { label: 'Delivery', fields: ['dueOn', 'terms'], when: { tree: { ...call, name: '!=' } } },
    ])
    expect(checks).toMatchObject([
      { name: 'dueOnRequired', fields: ['dueOn'], whenTree: { ...call, name: '=' }, tree: { ...call } },
      { name: 'tagsRequired' },
    ])
  })

  it('have no condition with a field that somebody may not know', async () => {
    const known = ['dueOn', 'note', 'terms']
    const rule = { model: Order, read: true, create: true, readFields: known, writeFields: known }
    const role = await makeRole(stage.client, 'without status', [rule])
    const user = await makeUser(stage.client, 'unaware', [role])
    const client = await clientOf(stage.service, stage.database, user.id)
    const { fields, sections, checks } = await describedTo(client)
    expect(fields.map(({ name, when, requiredWhen }) => [name, when, requiredWhen])).toEqual(
      ['dueOn', 'terms', 'note'].map((name) => [name, undefined, undefined]),
    )
    expect(sections).toEqual([
      { label: 'Order', fields: [{ name: 'note', width: 12 }], columns: 2 },
      { label: 'Delivery', fields: ['dueOn', 'terms'] },
    ])
    expect(checks).toBeUndefined()
    const detailed = recordsOf(await client.exchange('GET', '/ws/meta/models?detail=true'))
    expect(JSON.stringify(detailed.find(({ name }) => name === Order))).not.toContain('status')
  })
})

it('a condition that comes later is told of the records that lack the value', async () => {
  await stage.serve(declare())
  const made = recordOf(await stage.client.create(Order, { status: 'placed' }))
  await expect(stage.serve(declared)).rejects.toThrow(`Records: ${made.id}.`)
  await stage.serve(declare())
  await stage.client.update(Order, made.id, { version: 0, dueOn: '2031-01-01' })
  await stage.serve(declared)
  const cleared = await stage.client.update(Order, made.id, { version: 1, dueOn: null })
  expect(cleared.json).toMatchObject({ errors: { dueOn: 'is required' } })
})
