import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../src/command/loadDeclared.ts'
import type { Operation } from '../src/call/Operation.ts'
import { operations } from '../src/operations/table.ts'
import { admin, Client, recordOf } from './harness/client.ts'
import { withArchive } from './harness/archiving.ts'
import { ordersFolder } from './harness/commandLine.ts'
import { type Subjects, toExample } from './harness/operationExamples.ts'
import { makeLinks, sendingMails } from './harness/sendingMails.ts'
import { withComments } from './harness/withComments.ts'
import { Key, makeKey, User } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useLogic } from './harness/useLogic.ts'

const of = (name: string) => `com.example.orders.${name}`
const orders = await loadDeclared(ordersFolder)
// With what the example does not need: customers have comments and can be archived.
const declared = { ...orders, models: withArchive(withComments(orders.models, of('Customer')), of('Customer')) }
const stage = useLogic(declared, { models: ordersFolder, work: 'false', serverTiming: 'true', ...sendingMails })
let made = 0
let webhook = 0
let fresh: Client

beforeAll(async () => {
  const url = 'https://hooks.example.test/'
  fresh = new Client(stage.service.url, 4)
  webhook = recordOf(await stage.client.create('tabularium.Webhook', { name: 'all', url, models: [of('Customer')] })).id
})
afterAll(() => fresh.close())

const commentsPath = (id: number) => `/ws/rest/${of('Customer')}/${id}/comments`
const newValues = () => ({ code: `C${++made}`, name: 'Acme' })

/** A record with two versions, a change set that can be undone, and an order that can be shipped. */
async function makeSubjects(): Promise<Subjects> {
  const { client } = stage
  const customer = recordOf(await client.create(of('Customer'), newValues()))
  const record = recordOf(await client.update(of('Customer'), customer.id, { version: 0, name: 'Other' }))
  const many = await client.exchange('POST', `/ws/rest/${of('Customer')}`, { body: { records: [newValues()] } })
  const { changeSet } = many.json as unknown as { changeSet: number }
  const buyer = recordOf(await client.create(of('Customer'), newValues()))
  const product = recordOf(
    await client.create(of('Product'), { sku: `sku${made}`, name: 'Pen', price: '1.00', onHand: 5 }),
  )
  const lines = [{ product: { id: product.id }, quantity: 1, price: '1.00' }]
  const sent = { customer: { id: buyer.id }, status: 'placed', lines }
  const order = recordOf(await client.create(of('Order'), sent))
  return {
    model: of('Customer'),
    record: { id: record.id, version: record.version },
    values: newValues(),
    comment: recordOf(await client.exchange('PUT', commentsPath(record.id), { body: { data: { body: 'Look' } } })).id,
    changeSet,
    webhook,
    key: recordOf(await client.create(Key, { name: `old ${++made}` })).id,
    action: of('ship'),
    input: { order: { id: order.id } },
    links: await makeLinks(stage.database, `linked${made}`),
    username: `invited${made}`,
    scimUser: recordOf(await client.create(User, { username: `managed${made}`, provisioned: true })).id,
  }
}

/** The operations that want a session. Those that do end it. */
const ofSessions: readonly string[] = [
  'logout',
  'password',
  'confirm',
  'endSessions',
  'changeEmail',
  'beginTotp',
  'confirmTotp',
  'renewRecovery',
]

/** A new key that the operation accepts. */
async function newKey({ isScim }: Operation, fields: object = {}): Promise<string> {
  if (!isScim) return (await makeKey(stage.client, fields)).token
  const { id } = recordOf(await stage.client.create(User, { username: `directory${++made}`, kind: 'service' }))
  return (await makeKey(stage.client, { ...fields, scope: 'scim', user: { id } })).token
}

/** A credential that no request was sent with, so that its caller is looked up. */
async function newCredential(
  operation: Operation,
): Promise<{ cookie: string | null; headers: Record<string, string> }> {
  if (!ofSessions.includes(operation.name))
    return { cookie: null, headers: { authorization: `Bearer ${await newKey(operation)}` } }
  const credentials = { username: `user${++made}`, password: admin.password }
  recordOf(await stage.client.create(User, { ...credentials, name: 'Somebody' }))
  await fresh.login(credentials)
  return { cookie: fresh.cookie ?? null, headers: {} }
}

describe('every operation', () => {
  it.each(operations)('$name is answered, and tells how long its stages took', async (operation) => {
    const { method, path, body, status: expectedStatus } = toExample(operation, await makeSubjects())
    const sent = { ...(await newCredential(operation)), ...(body ? { body } : {}) }
    const { status, headers, text } = await fresh.exchange(method, path, sent)
    expect(status, text).toBe(expectedStatus)
    // The headers of a stream are sent when it begins.
    if (headers['content-type'] === 'text/event-stream') return
    const stages = String(headers['server-timing']).matchAll(/(\w+);dur=/g)
    const expected = operation.isPublic ? ['execute'] : ['authenticate', 'permit', 'plan', 'execute']
    expect([...new Set(Array.from(stages, ([, stage = '']) => stage))].sort()).toEqual([...expected, 'total'].sort())
  })
})

describe('a key that only reads, of an administrator', () => {
  // Whatever is public is done without a key.
  const known = operations.filter(({ isPublic }) => !isPublic)

  it.each(known)('$name writes nothing', async (operation) => {
    const token = await newKey(operation, { writes: 'none' })
    const { method, path, body } = toExample(operation, await makeSubjects())
    const before = await takeSnapshot(stage.database)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fresh.exchange(method, path, { cookie: null, headers, ...(body ? { body } : {}) })
    if (operation.writes) expect(reply.status).toBe(403)
    if (operation.writes) expect(reply.text).toContain('The key may not: it only reads.')
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })
})
