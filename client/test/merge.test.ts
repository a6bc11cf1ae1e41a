import { beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../../server/src/model/loadModels.ts'
import { admin } from '../../server/test/harness/client.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { useModels } from '../../server/test/harness/useModels.ts'
import { type Client, ConflictError, createClient } from '../src/index.ts'
import type { Orders } from './models.ts'

const stage = useModels(await loadModels(ordersFolder))
let client: Client<Orders>

beforeAll(async () => {
  client = createClient<Orders>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
  await client.records('com.example.orders.Customer').create({ code: 'ACME', name: 'Acme' })
  await client.records('com.example.orders.Product').saveAll([
    { sku: 'A', name: 'Anvil', price: '10.00' },
    { sku: 'B', name: 'Bolt', price: '0.50' },
  ])
})

const orders = () => client.records('com.example.orders.Order')
const lines = () => client.records('com.example.orders.Line')

/** Makes an order with a line of each product. */
function makeOrder(...skus: readonly string[]) {
  const sent = skus.map((sku) => ({ product: { sku }, quantity: 1, price: '10.00' }))
  return orders().create({ customer: { code: 'ACME' }, lines: sent }, { fields: ['dueOn', 'lines.quantity'] })
}

async function conflictOf(call: Promise<unknown>): Promise<ConflictError> {
  const error = await call.catch((failure: unknown) => failure)
  if (!(error instanceof ConflictError)) throw new Error(`Not a conflict: ${String(error)}`)
  return error
}

describe('the merge of a document', () => {
  it('never writes to another record if a member clashes', async () => {
    await makeOrder('A', 'B')
    const made = await makeOrder('A')
    const [first] = made.lines
    if (!first) throw new Error('There is no line.')
    // The line and another order have the same id and the same version.
    await lines().update(first, { quantity: 2 })
    const bystander = await orders().update(await makeOrder('A'), { dueOn: '2027-01-01' })
    expect([bystander.id, bystander.version]).toEqual([first.id, 1])
    const change = { dueOn: '2028-01-01', lines: [{ id: first.id, version: first.version, quantity: 3 }] }
    const error = await conflictOf(orders().update(made, change))
    expect([error.data.place, error.current?.id, error.current?.version]).toEqual(['lines.0', first.id, 1])
    const decisions = { dueOn: 'yours', lines: 'theirs' } as const
    await expect(error.merge(decisions)).rejects.toThrow('Members clash (lines.0): read the record again.')
    expect(await orders().read(bystander)).toEqual(bystander)
    expect((await orders().read(made)).dueOn).toBeNull()
  })

  it('asks for a decision about lines, which the conflict does not compare', async () => {
    const made = await makeOrder('A')
    const [first] = made.lines
    if (!first) throw new Error('There is no line.')
    await orders().update(made, { dueOn: '2027-01-01' })
    const change = { dueOn: '2028-01-01', lines: [{ id: first.id, version: first.version, quantity: 7 }] }
    const error = await conflictOf(orders().update(made, change, { onConflict: 'merge', fields: ['lines.quantity'] }))
    expect(error.conflicts?.map(({ field }) => field)).toEqual(['dueOn'])
    await expect(error.merge({ dueOn: 'theirs' })).rejects.toThrow('Decide about lines:')
    expect(await error.merge({ dueOn: 'theirs', lines: 'yours' })).toMatchObject({ lines: [{ quantity: 7 }] })
  })
})
