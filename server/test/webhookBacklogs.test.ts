import { beforeAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useReceiver } from './harness/useReceiver.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' })
const receiver = useReceiver()
const hooks = { record: 0, all: 0 }
type Order = keyof typeof hooks
/** What the receiver refuses: the changes of a contact, or all, at the path of a webhook. */
let refused: { readonly order: Order; readonly id?: number } | undefined

beforeAll(async () => {
  receiver.answer = ({ path, json }, response) => {
    const { order, id = json.data['id'] } = refused ?? {}
    response.writeHead(path === `/${order}` && id === json.data['id'] ? 500 : 204).end()
  }
  for (const order of ['record', 'all'] as const) {
    const sent = { name: order, url: `${receiver.url}/${order}`, models: [Contact], order }
    hooks[order] = recordOf(await stage.client.create(Webhook, sent)).id
  }
})

const makeContact = async () =>
  recordOf(await stage.client.create(Contact, { firstName: 'First', lastName: 'Last' })).id
const keyOf = (id: number, version: number) => `${Contact}/${id}/${version}`
const keysAt = (order: Order) => receiver.keysAt(`/${order}`)
const arrived = (order: Order, id: number, version: number) =>
  until(`${id}/${version}`, () => keysAt(order).includes(keyOf(id, version)))
const post = (order: Order, what: string, data: object) =>
  stage.client.exchange('POST', `/ws/webhooks/${hooks[order]}/${what}`, { body: { data } })

async function write(id: number, from: number, to: number): Promise<void> {
  for (let version = from; version < to; version += 1)
    recordOf(await stage.client.update(Contact, id, { version, firstName: `Version ${version + 1}` }))
}

/** A contact whose creation is parked: the attempts before the last one are passed over. */
async function park(order: Order): Promise<number> {
  // Nothing from before may fail in its place.
  await arrived(order, await makeContact(), 0)
  refused = { order }
  const id = await makeContact()
  const parked = () =>
    stage.database.query<{ parked: boolean }>(
      `update tabularium.deliveries
      set attempts = 9, due_on = case when attempts < 9 then created_on else due_on end
      where webhook = ${hooks[order]} and record = ${id} and attempts > 0 and not parked
      returning parked`,
    )
  await until('it was tried', async () => (await parked()).length > 0)
  await until('it is parked', async () => (await show(order))['parked'] === 1)
  refused = { order, id }
  return id
}

async function show(order: Order): Promise<Record<string, unknown>> {
  const { json } = await stage.client.exchange('GET', `/ws/webhooks/${hooks[order]}`)
  return (json as unknown as { data: Record<string, unknown>[] }).data[0] ?? {}
}

async function backlogEnds(order: Order): Promise<void> {
  const left = `select from tabularium.delivery_backlogs where webhook = ${hooks[order]}`
  await until('the backlog has ended', async () => (await stage.database.query(left)).length === 0)
}

it('what follows a parked delivery stays in the journal, and arrives in order after it', async () => {
  const id = await park('record')
  // More than become deliveries at a time.
  await write(id, 0, 24)
  await arrived('record', await makeContact(), 0)
  expect(await show('record')).toMatchObject({ waiting: 0, parked: 1, behind: 24 })
  const rows = await stage.database.query(
    `select version::int from tabularium.deliveries where webhook = ${hooks.record}`,
  )
  expect(rows).toEqual([{ version: 0 }])
  refused = undefined
  const before = keysAt('record').length
  expect((await post('record', 'resend', { parked: true })).json).toMatchObject({ total: 1 })
  await arrived('record', id, 10)
  await write(id, 24, 27)
  await arrived('record', id, 27)
  expect(keysAt('record').slice(before)).toEqual(Array.from({ length: 28 }, (_, version) => keyOf(id, version)))
  await backlogEnds('record')
  await write(id, 27, 28)
  await arrived('record', id, 28)
  expect(await show('record')).toMatchObject({ waiting: 0, parked: 0, behind: 0 })
})

it('what follows in one order comes before later changes of other records', async () => {
  const id = await park('all')
  await write(id, 0, 1)
  const other = await makeContact()
  await write(id, 1, 2)
  await until('all is read', async () => (await show('all'))['behind'] === 2)
  refused = undefined
  const before = keysAt('all').length
  await post('all', 'discard', { delivery: keyOf(id, 0) })
  await arrived('all', id, 2)
  expect(keysAt('all').slice(before)).toEqual([keyOf(id, 1), keyOf(other, 0), keyOf(id, 2)])
})

it('what follows is delivered also if the version leapt, because the database was restored', async () => {
  const id = await park('record')
  await stage.database.query('insert into tabularium.epochs (number) values (1)')
  await write(id, 0, 1)
  await until('all is read', async () => (await show('record'))['behind'] === 1, { within: 20_000 })
  refused = undefined
  await stage.database.query('delete from tabularium.epochs')
  await post('record', 'discard', { parked: true })
  await arrived('record', id, 1_000_000)
  expect(await show('record')).toMatchObject({ parked: 0 })
})

it('what the journal does not have any more is told, and not passed over', async () => {
  const id = await park('record')
  await write(id, 0, 3)
  await until('all is read', async () => (await show('record'))['behind'] === 3)
  refused = undefined
  await forgetJournal(stage.database, Contact, id, 1)
  await post('record', 'discard', { parked: true })
  const list = async () =>
    (await stage.client.exchange('GET', `/ws/webhooks/${hooks.record}/deliveries?state=parked`)).json
  await until('it is told', async () => JSON.stringify(await list()).includes(keyOf(id, 2)))
  expect(await list()).toMatchObject({
    data: [{ version: 2, attempts: 0, lastError: 'The journal does not have the changes before this one any more.' }],
  })
  expect(keysAt('record')).not.toContain(keyOf(id, 3))
  await post('record', 'resend', { parked: true })
  await arrived('record', id, 3)
  expect(keysAt('record').slice(-2)).toEqual([keyOf(id, 2), keyOf(id, 3)])
})
