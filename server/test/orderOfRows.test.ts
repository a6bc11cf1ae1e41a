import { describe, expect, it } from 'vitest'
import { recordsOf } from './harness/client.ts'
import { saveMany, updateMass } from './harness/actions.ts'
import { documentModels, Label, Line, makeOrder, Order, Task, unchanged } from './harness/documents.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels, { releaseInterval: '10ms' })

/** Moves rows to the end of their table, as writes of others do. */
async function move(table: string, condition: string): Promise<void> {
  await stage.database.query(`update record.${table} set updated_on = updated_on where ${condition}`)
  // PostgreSQL reads a small table from end to end.
  await stage.database.query(`analyze record.${table}`)
}

describe('the order of rows in a table, which writes of others change, does not show', () => {
  it('in the members that a merge kept', async () => {
    const few = { fieldName: 'quantity', operator: '<', value: 1_000 }
    const role = await makeRole(stage.client, 'lines', [
      ...[Order, Task, Label].map(({ name: model }) => ({ model, ...allActions })),
      { model: Line.name, ...allActions, condition: few },
    ])
    const { id: user } = await makeUser(stage.client, 'merging', [role])
    const client = await clientOf(stage.service, stage.database, user)
    const order = await makeOrder(client, { lines: [{ product: 'pen', quantity: 1 }] })
    const lines = Array.from({ length: 30 }, (_, n) => ({ product: `p${n}`, quantity: 1, order: { id: order.id } }))
    const added = recordsOf(await saveMany(stage.client, Line, lines)).map(({ id }) => id)
    await move('org_example_documents_line', 'id % 3 = 0')
    const reply = await client.merge(Order.name, order.id, { version: order.version, lines: unchanged(order.lines) })
    expect((reply.json as unknown as { merged: unknown }).merged).toMatchObject({ kept: { lines: added } })
    client.close()
  })

  it('in the feed, within one change set', async () => {
    const labels = Array.from({ length: 300 }, (_, n) => ({ name: `label ${n}` }))
    const ids = recordsOf(await saveMany(stage.client, Label, labels)).map(({ id }) => id)
    await move('org_example_documents_label', 'id % 3 = 0')
    const body = { data: { fieldName: 'id', operator: '>', value: 0 }, values: { name: 'all' }, maxAffected: 1_000 }
    expect((await updateMass(stage.client, Label, body)).status).toBe(200)
    const updated = await until('all are released', async () => {
      const { json } = await stage.client.exchange('GET', `/ws/changes?models=${Label.name}&after=start`)
      const { data } = json as unknown as { data: { id: number; operation: string }[] }
      const found = data.filter(({ operation }) => operation === 'update')
      return found.length === ids.length ? found.map(({ id }) => id) : undefined
    })
    expect(updated).toEqual(ids)
  })
})
