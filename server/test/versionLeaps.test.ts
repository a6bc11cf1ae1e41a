import { beforeAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { documentModels, makeOrder, Order, type OrderJson, readOrder } from './harness/documents.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels)
let [document, noted] = [] as unknown as [OrderJson, OrderJson]

/** The database is restored to an earlier moment, so that the next write of each record leaps. */
beforeAll(async () => {
  const lines = [{ product: 'pen', quantity: 1 }, { product: 'ink' }]
  document = await makeOrder(stage.client, { note: 'old', lines })
  noted = await makeOrder(stage.client, { note: 'old' })
  await stage.database.query('insert into tabularium.epochs (number) values (1)')
})

const post = (id: number, what: string, data: object) =>
  stage.client.exchange('POST', `/ws/rest/${Order.name}/${id}/${what}`, { body: { data } })

it('a document can be restored with its members to the version before a leap', async () => {
  const { id, lines } = document
  const changed = { version: 0, note: 'new', lines: [{ id: lines[0]?.id, version: 0, quantity: 9 }] }
  const { version } = recordOf(await stage.client.update(Order.name, id, changed))
  expect(version).toBe(1_000_000)
  recordOf(await post(id, 'restore', { version, toVersion: 0, members: true }))
  const { note, lines: restored } = await readOrder(stage.client, id)
  expect([note, restored.map(({ product, quantity }) => [product, quantity])]).toEqual([
    'old',
    [
      ['pen', 1],
      ['ink', null],
    ],
  ])
})

it('a write that leapt can be undone', async () => {
  const { id } = noted
  const { version } = recordOf(await stage.client.update(Order.name, id, { version: 0, note: 'new' }))
  const first = recordOf(await post(id, 'undo', { version, undo: version }))
  expect(first).toMatchObject({ version: 1_000_001, note: 'old' })
})
