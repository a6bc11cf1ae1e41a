import { beforeAll, describe, expect, it } from 'vitest'
import { checkWebhooks } from '../src/command/doctor/checkWebhooks.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { saveMany, transact } from './harness/actions.ts'
import { type Client, recordOf, type Reply } from './harness/client.ts'
import { Company, Contact } from './harness/contract.ts'
import { passTime } from './harness/passTime.ts'
import { clientOf, makeKey, makeRole, makeUser, User, Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useReceiver } from './harness/useReceiver.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }, { random: () => 0 })
const receiver = useReceiver()
const leads = { fieldName: 'status', operator: '=', value: 'lead' }
const reading = { model: Contact, read: true, condition: leads, readFields: ['firstName', 'status', 'vip'] }
const hooking = { model: Webhook, read: true, create: true, update: true, delete: true }
let [ada, bob, reader] = [0, 0, 0]
let [asAda, asBob] = [] as unknown as [Client, Client]
/** Webhooks of the administrator and of Ada. */
let [all, limited] = [0, 0]
let down = false

beforeAll(async () => {
  // What fails is not tried again before the test lets more than an hour pass.
  receiver.answer = (_, response) =>
    down ? response.writeHead(500, { 'retry-after': '3600' }).end('no') : response.writeHead(200).end('yes')
  const { client: admin, database, service } = stage
  const { id: role } = await makeRole(admin, 'lead reader', [reading, hooking, { model: User, read: true }])
  reader = role
  ;({ id: ada } = await makeUser(admin, 'ada', [{ id: role }]))
  ;({ id: bob } = await makeUser(admin, 'bob'))
  asAda = await clientOf(service, database, ada)
  asBob = await clientOf(service, database, bob)
  const hook = (path: string, more: object = {}) => ({
    name: path,
    url: `${receiver.url}${path}`,
    models: [Contact],
    ...more,
  })
  all = recordOf(await admin.create(Webhook, hook('/all'))).id
  limited = recordOf(await asAda.create(Webhook, hook('/limited'))).id
  const condition = { fieldName: 'vip', operator: '=', value: true }
  recordOf(await admin.create(Webhook, hook('/vips', { condition })))
  return () => [asAda, asBob].forEach((client) => client.close())
})

const person = { firstName: 'Eve', lastName: 'Hidden' }
const make = async (more: object = {}) => recordOf(await stage.client.create(Contact, { ...person, ...more })).id
const keyOf = (id: number, version = 0) => `${Contact}/${id}/${version}`
const arrived = (path: string, key: string) => until(`${key} at ${path}`, () => receiver.keysAt(path).includes(key))
const post = (id: number, what: string, data: object, client: Client = stage.client): Promise<Reply> =>
  client.exchange('POST', `/ws/webhooks/${id}/${what}`, { body: { data } })
const statusOf = async (id: number) =>
  ((await stage.client.exchange('GET', `/ws/webhooks/${id}`)).json as unknown as { data: object[] }).data[0] as Record<
    string,
    unknown
  >

/** Waits until all webhooks have read every change of contacts, and no such delivery is left. */
async function noneLeft(which: string): Promise<void> {
  const left = `select webhook from tabularium.deliveries where ${which}
    union all
    select cursors.webhook
    from tabularium.webhook_cursors as cursors
    join record.tabularium_webhook as webhook on webhook.id = cursors.webhook and webhook.state = 'active'
    where cursors.position < (
      select max(journal.position)
      from tabularium.journal
      join tabularium.models on models.number = journal.model and models.name = '${Contact}'
    )`
  await until('all is done', async () => (await stage.database.query(left)).length === 0)
}
const settled = () => noneLeft('true')
const tried = () => noneLeft('attempts = 0')

describe('what a webhook sends', () => {
  it('is what its user may read: no hidden field, no hidden record, not after the right is gone', async () => {
    const seen = await make({ status: 'lead' })
    const unseen = await make({ status: 'customer' })
    await stage.client.update(Contact, seen, { version: 0, status: 'customer', vip: true })
    await arrived('/all', keyOf(unseen))
    await arrived('/limited', keyOf(seen, 1))
    const own = receiver.got.filter(({ path }) => path === '/limited')
    expect(own.map(({ json }) => json.data)).toMatchObject([
      { id: seen, operation: 'create', changes: { firstName: { to: 'Eve' }, status: { to: 'lead' } } },
      { model: Contact, id: seen, version: 1, operation: 'vanish' },
    ])
    expect(own.map(({ body }) => body).join()).not.toContain('Hidden')
    expect(own[1]?.json.data).not.toHaveProperty('changes')
    expect(receiver.keysAt('/limited')).not.toContain(keyOf(unseen))
  })

  it('is what meets its condition: a record appears and vanishes with it', async () => {
    const id = await make()
    await stage.client.update(Contact, id, { version: 0, vip: true })
    await stage.client.update(Contact, id, { version: 1, firstName: 'Eva' })
    await stage.client.update(Contact, id, { version: 2, vip: false })
    await arrived('/vips', keyOf(id, 3))
    const own = receiver.got.filter(({ path, json }) => path === '/vips' && json.data['id'] === id)
    expect(own.map(({ json }) => json.data['operation'])).toEqual(['appear', 'update', 'vanish'])
  })

  it('stops with the rights of its user, also what waits already', async () => {
    await settled()
    down = true
    const id = await make({ status: 'lead' })
    await arrived('/limited', keyOf(id))
    await tried()
    expect(await statusOf(limited)).toMatchObject({ waiting: 1 })
    recordOf(await stage.client.update(User, ada, { version: 0, roles: [] }))
    down = false
    await passTime(stage.database, 2 * 3_600_000)
    await until('the fault is known', async () => (await statusOf(limited))['fault'] !== null)
    expect(await statusOf(limited)).toMatchObject({ waiting: 1, fault: { code: 'models' } })
    const times = receiver.keysAt('/limited').filter((key) => key === keyOf(id)).length
    recordOf(await stage.client.update(User, ada, { version: 1, roles: [{ id: reader }], disabled: true }))
    await until('the user is known', async () => JSON.stringify(await statusOf(limited)).includes('"user"'))
    expect(receiver.keysAt('/limited').filter((key) => key === keyOf(id))).toHaveLength(times)
    recordOf(await stage.client.update(User, ada, { version: 2, disabled: false }))
    asAda = await clientOf(stage.service, stage.database, ada)
    await until('it arrives', async () => (await statusOf(limited))['waiting'] === 0)
    expect(receiver.keysAt('/limited').filter((key) => key === keyOf(id))).toHaveLength(times + 1)
  })
})

describe('who may write webhooks', () => {
  it('everybody with a rule, for themselves', async () => {
    const mine = { name: 'Mine', url: `${receiver.url}/mine`, models: [Contact] }
    expect((await asBob.create(Webhook, mine)).json).toMatchObject({ data: { code: 'unknown-model' } })
    const refused = { data: { code: 'not-permitted' } }
    expect((await asAda.create(Webhook, { ...mine, user: { id: bob } })).json).toMatchObject(refused)
    expect((await asAda.create(Webhook, { ...mine, user: { id: 1 } })).json).toMatchObject(refused)
    expect((await asAda.update(Webhook, all, { version: 0, url: `${receiver.url}/stolen` })).json).toMatchObject(
      refused,
    )
    expect((await asAda.update(Webhook, all, { version: 0, user: { id: ada } })).json).toMatchObject(refused)
    expect((await asAda.delete(Webhook, all, 0)).json).toMatchObject(refused)
    expect((await asAda.update(Webhook, limited, { version: 0, user: { id: 1 } })).json).toMatchObject(refused)
  })

  it('not an API key that is limited to roles or expires: a webhook has all rights, and does not', async () => {
    const sent = { name: 'By key', url: `${receiver.url}/key`, models: [Contact], state: 'paused' }
    const byKey = async (fields: object) => {
      const { token } = await makeKey(stage.client, fields)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ data: sent })
      const reply = await fetch(`${stage.service.url}/ws/rest/${Webhook}`, { method: 'PUT', headers, body })
      return reply.status
    }
    expect(await byKey({ expiresOn: '2099-01-01T00:00:00Z' })).toBe(403)
    expect(await byKey({})).toBe(200)
  })

  it('with models, a condition and an address that make sense', async () => {
    const sent = { name: 'Odd', url: 'http://169.254.169.254/latest', models: [Contact] }
    const faultsOf = async (more: object, client = stage.client) =>
      (await client.create(Webhook, { ...sent, ...more })).json as { errors?: Record<string, string> }
    expect((await faultsOf({})).errors?.['url']).toContain('private address')
    expect((await faultsOf({ url: 'http://167772161/' })).errors).toBeDefined()
    const url = `${receiver.url}/odd`
    expect((await faultsOf({ url, models: ['com.example.Nothing'] })).errors?.['models']).toContain('no such model')
    expect((await faultsOf({ url, models: [] })).errors?.['models']).toContain('array')
    expect((await faultsOf({ url, models: [Company] }, asAda)).errors?.['models']).toContain('is not accepted')
    const condition = (fieldName: string) => ({ url, condition: { fieldName, operator: '=', value: 'x' } })
    expect((await faultsOf(condition('nothing'))).errors?.['condition']).toContain('nothing')
    expect((await faultsOf(condition('lastName'), asAda)).errors?.['condition']).toContain('lastName')
    expect((await faultsOf(condition('company.name'))).errors?.['condition']).toContain('company.name')
    expect((await faultsOf({ url, secret: 'short' })).errors?.['secret']).toBeDefined()
  })
})

describe('webhooks that are created together with others', () => {
  const hook = { name: 'together', url: 'http://127.0.0.1:9/together', models: [Contact], state: 'paused' }
  const secret = `whsec_${'A'.repeat(44)}`
  const item = (record: object) => ({ create: Webhook, record })

  it('need a secret of their own, since the answer shows none', async () => {
    const refused = [
      await saveMany(stage.client, Webhook, [{ ...hook, secret }, hook]),
      await transact(stage.client, [item({ ...hook, secret }), item(hook)]),
    ]
    for (const { json } of refused)
      expect(json).toMatchObject({ errors: { '1.secret': expect.stringMatching(/alone/) } })
    for (const { status } of [
      await saveMany(stage.client, Webhook, [{ ...hook, secret }]),
      await transact(stage.client, [item({ ...hook, secret })]),
    ])
      expect(status).toBe(200)
  })
})

describe('the deliveries of a webhook', () => {
  it('are listed with their last status, sent again, and taken out', async () => {
    await settled()
    down = true
    const [one, two] = [await make(), await make()]
    for (const id of [one, two]) await arrived('/all', keyOf(id))
    await tried()
    expect(await statusOf(all)).toMatchObject({ waiting: 2 })
    const list = await stage.client.exchange('GET', `/ws/webhooks/${all}/deliveries?limit=1`)
    expect(list.json).toMatchObject({
      data: [{ delivery: keyOf(one), state: 'waiting', attempts: 1, lastStatus: 500, lastAnswer: 'no' }],
      more: true,
    })
    await stage.database.query(`update tabularium.deliveries set parked = true where webhook = ${all}`)
    expect(await statusOf(all)).toMatchObject({ waiting: 0, parked: 2, fault: null, lastStatus: 500 })
    const connection = await Connection.open(stage.database.url)
    const findings = await checkWebhooks((statement) => connection.query(statement))
    await connection.close()
    expect(findings.map(({ what }) => what)).toContain('The webhook /all has 2 parked deliveries.')
    const parked = await stage.client.exchange('GET', `/ws/webhooks/${all}/deliveries?state=parked`)
    expect((parked.json as unknown as { data: unknown[] }).data).toHaveLength(2)
    down = false
    const before = receiver.keysAt('/all').filter((key) => key === keyOf(one)).length
    expect((await post(all, 'resend', { delivery: keyOf(one) })).json).toMatchObject({ total: 1 })
    const timesOf = (id: number) => receiver.keysAt('/all').filter((key) => key === keyOf(id)).length
    await until('it is sent again', () => timesOf(one) === before + 1)
    expect((await post(all, 'discard', { delivery: keyOf(two) })).json).toMatchObject({ total: 1 })
    await passTime(stage.database, 2 * 3_600_000)
    await settled()
    expect((await post(all, 'resend', { delivery: keyOf(one) })).json).toMatchObject({ total: 1 })
    await until('it is sent once more', () => timesOf(one) === before + 2)
    expect((await post(all, 'resend', { delivery: keyOf(one, 99) })).status).toBe(404)
    expect((await post(all, 'resend', { parked: true })).json).toMatchObject({ total: 0 })
    expect((await post(all, 'resend', { since: 'yesterday' })).status).toBe(400)
    expect((await post(all, 'resend', { parked: true, since: '2026-01-01T00:00:00Z' })).status).toBe(400)
  })

  it('leave no failing webhook behind once all that failed are discarded', async () => {
    await settled()
    down = true
    const [one, two] = [await make(), await make()]
    for (const id of [one, two]) await arrived('/all', keyOf(id))
    await tried()
    await stage.database.query(`update tabularium.deliveries set parked = true where webhook = ${all}`)
    expect((await post(all, 'discard', { delivery: keyOf(one) })).json).toMatchObject({ total: 1 })
    expect(await statusOf(all)).toMatchObject({ parked: 1, failingSince: expect.any(String) })
    expect((await post(all, 'discard', { delivery: keyOf(one) })).status).toBe(404)
    expect(await statusOf(all)).toMatchObject({ parked: 1, failingSince: expect.any(String) })
    expect((await post(all, 'discard', { parked: true })).json).toMatchObject({ total: 1 })
    expect(await statusOf(all)).toMatchObject({ waiting: 0, parked: 0, failingSince: null })
    down = false
    await passTime(stage.database, 2 * 3_600_000)
    await settled()
  })

  it('are sent again since a moment', async () => {
    const first = await make()
    await arrived('/all', keyOf(first))
    const since = recordOf(await stage.client.read(Contact, first))['createdOn']
    await arrived('/all', keyOf(await make()))
    receiver.got.length = 0
    expect((await post(all, 'resend', { since })).status).toBe(200)
    await arrived('/all', keyOf(first))
    await arrived('/all', keyOf(first + 1))
  })

  it('stop if the journal does not have what follows any more, which is told, and go on from a moment', async () => {
    await settled()
    // As after the history was trimmed while the receiver was away.
    await stage.database.query(
      `insert into tabularium.forgotten (model, position)
      select models.number, 2 from tabularium.models where models.name = '${Contact}'`,
    )
    await stage.database.query(`update tabularium.webhook_cursors set position = 1, digest = '' where webhook = ${all}`)
    await until('the fault is known', async () => (await statusOf(all))['fault'] !== null)
    expect(await statusOf(all)).toMatchObject({ fault: { code: 'changes-gone' } })
    const connection = await Connection.open(stage.database.url)
    const [finding] = await checkWebhooks((statement) => connection.query(statement))
    await connection.close()
    expect(finding).toMatchObject({
      what: 'The webhook /all sends nothing: changes-gone.',
      advice: [expect.stringContaining(`POST /ws/webhooks/${all}/resend with {"data": {"since"`)],
    })
    const id = await make()
    await arrived('/vips', keyOf(await make({ vip: true })))
    expect(receiver.keysAt('/all')).not.toContain(keyOf(id))
    const since = recordOf(await stage.client.read(Contact, id))['createdOn']
    expect((await post(all, 'resend', { since })).status).toBe(200)
    await arrived('/all', keyOf(id))
    expect(await statusOf(all)).toMatchObject({ fault: null })
  })

  it('are tested by a message of their own', async () => {
    const { json } = await post(all, 'test', {})
    expect(json).toMatchObject({ data: [{ delivered: true, httpStatus: 200, error: null, answer: 'yes' }] })
    expect(receiver.got.at(-1)?.json).toMatchObject({ type: 'tabularium.test', data: { webhook: all } })
    const own = await post(limited, 'test', {}, asAda)
    expect(JSON.stringify(own.json)).not.toContain('"answer"')
  })

  it('are nobody’s but the user’s and the administrators’', async () => {
    for (const reply of [
      await asAda.exchange('GET', `/ws/webhooks/${all}`),
      await asAda.exchange('GET', `/ws/webhooks/${all}/deliveries`),
      await post(all, 'resend', { parked: true }, asAda),
      await post(all, 'test', {}, asAda),
    ])
      expect(reply.json).toMatchObject({ data: { code: 'not-permitted' } })
    expect((await asBob.exchange('GET', `/ws/webhooks/${all}`)).json).toMatchObject({ data: { code: 'unknown-model' } })
    expect((await stage.client.exchange('GET', '/ws/webhooks/999')).json).toMatchObject({
      data: { code: 'record-not-found' },
    })
    expect((await asAda.exchange('GET', `/ws/webhooks/${limited}`)).json).toMatchObject({ data: [{ id: limited }] })
  })
})
