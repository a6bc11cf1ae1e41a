import { expect, it } from 'vitest'
import { date, model, text } from '../src/index.ts'
import { saveMany } from './harness/actions.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

/** Checks that read a field whose default is the day of the write. */
const Invoice = model({
  name: 'desk.Invoice',
  title: 'name',
  fields: { name: text(), issuedOn: date({ required: true, default: '$today' }), dueOn: date() },
  checks: [
    {
      name: 'issuedLately',
      fields: ['issuedOn'],
      holds: { fieldName: 'issuedOn', operator: '>=', value: '2020-01-01' },
      message: 'must not be so long ago',
    },
    {
      name: 'dueLater',
      fields: ['dueOn'],
      holds: { fieldName: 'dueOn', operator: '>=', value: '$record.issuedOn' },
      message: 'must not be before the day of issue',
    },
  ],
})
const stage = useModels(toModels([Invoice]))

const count = async () => (await stage.database.query('select from record.desk_invoice')).length

it('a record that keeps the checks by its default is written, alone, with others and in a transaction', async () => {
  const before = await count()
  const { id } = recordOf(await stage.client.create(Invoice.name, { name: 'one' }))
  expect(recordsOf(await saveMany(stage.client, Invoice.name, [{ name: 'two' }, { name: 'three' }]))).toHaveLength(2)
  const changed = { id, version: 0, name: 'first' }
  expect(recordsOf(await saveMany(stage.client, Invoice.name, [changed, { name: 'four' }]))).toHaveLength(2)
  expect(await count()).toBe(before + 4)
})

it('a record that breaks one by its default is refused by name, and not written', async () => {
  const before = await count()
  const wrong = { name: 'late', dueOn: '2021-01-01' }
  const refused = { data: { checks: { dueLater: 'must not be before the day of issue' } } }
  const alone = await stage.client.create(Invoice.name, wrong)
  expect(alone).toMatchObject({ status: 400, json: refused })
  expect((await saveMany(stage.client, Invoice.name, [{ name: 'right' }, wrong])).status).toBe(400)
  const pair = await Promise.all([stage.client.create(Invoice.name, wrong), stage.client.create(Invoice.name, {})])
  expect(pair.map(({ status }) => status)).toEqual([400, 200])
  expect(await count()).toBe(before + 1)
})

it('a deleted record comes back if it keeps them', async () => {
  const { id } = recordOf(await stage.client.create(Invoice.name, { name: 'gone' }))
  await stage.client.delete(Invoice.name, id, 0)
  expect((await stage.client.restore(Invoice.name, id, { version: 1, toVersion: 0 })).status).toBe(200)
})
