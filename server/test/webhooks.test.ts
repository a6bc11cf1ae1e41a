import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { passTime } from './harness/passTime.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { type Received, useReceiver } from './harness/useReceiver.ts'
import { useService } from './harness/useService.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }, { random: () => 0 })
const receiver = useReceiver()
const paths = ['/plain', '/secret', '/record', '/all', '/wait', '/gone', '/moved', '/switch', '/paused'] as const
type Path = (typeof paths)[number]
const hooks = {} as Record<Path, { id: number; version: number; secret: string }>
/** What the receiver answers at a path, or there for one record; 204 if absent. */
const answers = new Map<string, { status: number; headers?: Record<string, string> }>()

beforeAll(async () => {
  receiver.answer = ({ path, json }, response) => {
    const { id } = json.data
    const { status, headers = {} } = answers.get(`${path} ${id}`) ?? answers.get(path) ?? { status: 204 }
    response.writeHead(status, headers).end(`${status} for ${String(id)}`)
  }
  await Promise.all(
    paths.map(async (path) => {
      const order = path === '/all' ? 'all' : 'record'
      const sent = { name: path, url: `${receiver.url}${path}`, models: [Contact], order }
      const reply = await stage.client.create(Webhook, sent)
      const { secret } = reply.json as unknown as { secret: string }
      hooks[path] = { id: recordOf(reply).id, version: 0, secret }
    }),
  )
})

let made = 0
async function makeContact(): Promise<number> {
  return recordOf(await stage.client.create(Contact, { firstName: `First ${made++}`, lastName: 'Last' })).id
}

async function change(path: Path, values: object): Promise<void> {
  const hook = hooks[path]
  hook.version = recordOf(await stage.client.update(Webhook, hook.id, { version: hook.version, ...values })).version
}

const keyOf = (id: number, version = 0) => `${Contact}/${id}/${version}`
const countOf = (path: Path, key: string) => receiver.keysAt(path).filter((one) => one === key).length

function arrived(path: Path, key: string, times = 1): Promise<true> {
  return until(`${times} × ${key} at ${path}`, () => countOf(path, key) >= times).then(() => true)
}

async function delivered(path: Path): Promise<void> {
  const left = `select count(*) as count from tabularium.deliveries where webhook = ${hooks[path].id}`
  await until(`all of ${path} delivered`, async () => (await stage.database.query(left))[0]?.['count'] === '0')
}

/** Waits until a webhook has delivered everything up to a contact, which is the last one that was made. */
async function caughtUp(path: Path, last: number): Promise<void> {
  await arrived(path, keyOf(last))
  await delivered(path)
}

interface Row {
  readonly attempts: number
  readonly parked: boolean
  readonly wait: number
}

async function rowOf(path: Path, id: number, attempts: number): Promise<Row> {
  const find = async () => {
    const rows = await stage.database.query(
      `select attempts, parked, round(extract(epoch from due_on - attempted_on) * 1000) as wait
      from tabularium.deliveries where webhook = ${hooks[path].id} and record = ${id} order by position limit 1`,
    )
    const [row] = rows.map((one) => ({ ...one, attempts: Number(one['attempts']), wait: Number(one['wait']) }))
    return row?.attempts === attempts ? (row as unknown as Row) : undefined
  }
  return until(`${attempts} attempts`, find)
}

describe('a webhook', () => {
  it('is sent every change in order, signed as Standard Webhooks says', async () => {
    const id = await makeContact()
    await stage.client.update(Contact, id, { version: 0, vip: true })
    await stage.client.delete(Contact, id)
    await arrived('/plain', keyOf(id, 2))
    const own = receiver.got.filter(({ path, json }) => path === '/plain' && json.data['id'] === id)
    expect(own.map(({ json }) => json.type)).toEqual([`${Contact}.create`, `${Contact}.update`, `${Contact}.delete`])
    expect(own[1]?.json).toMatchObject({
      timestamp: own[1]?.json.data['on'],
      data: { model: Contact, id, version: 1, operation: 'update', changes: { vip: { from: null, to: true } } },
    })
    const verifier = new Verifier(hooks['/plain'].secret)
    for (const { body, headers } of own)
      expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ data: { id } })
    expect(() => verifier.verify(`${own[0]?.body} `, own[0]?.headers as Record<string, string>)).toThrow(
      'No matching signature',
    )
    await delivered('/plain')
  })

  it('has a secret that is shown once, and that can be replaced: both sign for 24 hours', async () => {
    const { id, secret } = hooks['/secret']
    const read = await stage.client.read(Webhook, id)
    expect(read.text).not.toContain('whsec_')
    const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await change('/secret', { secret: next })
    const signedBy = ({ body, headers }: Received, own: string) => {
      try {
        return Boolean(new Verifier(own).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    }
    /** A message that is signed so often. The first ones may have been under way when the secret was changed. */
    const signed = (times: number) =>
      until(`a message with ${times} signatures`, async () => {
        const key = keyOf(await makeContact())
        await arrived('/secret', key)
        const found = receiver.got.find(({ path, headers }) => path === '/secret' && headers['webhook-id'] === key)
        return `${found?.headers['webhook-signature']}`.split(' ').length === times ? found : undefined
      })
    const both = await signed(2)
    expect([signedBy(both, next), signedBy(both, secret)]).toEqual([true, true])
    await stage.database.query(
      `update record.tabularium_webhook
      set secret_changed_on = secret_changed_on - interval '25 hours' where id = ${id}`,
    )
    const one = await signed(1)
    expect([signedBy(one, next), signedBy(one, secret)]).toEqual([true, false])
    const { text } = await stage.client.exchange('GET', `/ws/rest/${Webhook}/${id}/history`)
    expect(text).not.toContain('whsec_')
  })

  it('begins with what follows its creation, and goes on where it was paused', async () => {
    await change('/paused', { state: 'paused' })
    const id = await makeContact()
    await arrived('/plain', keyOf(id))
    expect(countOf('/paused', keyOf(id))).toBe(0)
    await change('/paused', { state: 'active' })
    await arrived('/paused', keyOf(id))
  })
})

describe('a delivery that fails', () => {
  it('is repeated after growing times, then parked; others pass, and what follows for its record waits', async () => {
    answers.set('/record', { status: 500 })
    const bad = await makeContact()
    await rowOf('/record', bad, 1)
    answers.set(`/record ${bad}`, { status: 500 })
    answers.delete('/record')
    await stage.client.update(Contact, bad, { version: 0, vip: true })
    const good = await makeContact()
    await arrived('/record', keyOf(good))
    const waits = [5 * second, 5 * minute, 30 * minute, 2, 5, 10, 14, 20, 24].map((one, place) =>
      place > 2 ? one * hour : one,
    )
    for (const [index, wait] of waits.entries()) {
      expect(await rowOf('/record', bad, index + 1)).toMatchObject({ parked: false, wait })
      await passTime(stage.database, wait)
    }
    expect(await rowOf('/record', bad, 10)).toMatchObject({ parked: true })
    expect(countOf('/record', keyOf(bad))).toBe(10)
    await passTime(stage.database, 48 * hour)
    const later = await makeContact()
    await arrived('/record', keyOf(later))
    expect(receiver.keysAt('/record')).not.toContain(keyOf(bad, 1))
    expect(countOf('/record', keyOf(bad))).toBe(10)
  })

  it('waits as long as Retry-After says, if that is longer', async () => {
    answers.set('/wait', { status: 503, headers: { 'retry-after': '120' } })
    expect(await rowOf('/wait', await makeContact(), 1)).toMatchObject({ wait: 120 * second })
    const soon = new Date(Date.now() + hour).toUTCString()
    answers.set('/wait', { status: 429, headers: { 'retry-after': soon } })
    const { wait } = await rowOf('/wait', await makeContact(), 1)
    expect(wait).toBeGreaterThan(50 * minute)
    expect(wait).toBeLessThanOrEqual(hour)
  })

  it('holds up all others if the order is of all', async () => {
    const [bad, other] = [await makeContact(), await makeContact()]
    await caughtUp('/all', other)
    answers.set('/all', { status: 500 })
    const [first, next] = [await makeContact(), await makeContact()]
    expect(await rowOf('/all', first, 1)).toMatchObject({ wait: 5 * second })
    await arrived('/plain', keyOf(next))
    expect(receiver.keysAt('/all')).not.toContain(keyOf(next))
    answers.delete('/all')
    await passTime(stage.database, 5 * second)
    await delivered('/all')
    const order = receiver.keysAt('/all').filter((key) => [bad, other, first, next].some((id) => key === keyOf(id)))
    expect([...new Set(order)]).toEqual([bad, other, first, next].map((id) => keyOf(id)))
  })

  it('is an answer that switches protocols, too: it is tried again, and others pass', async () => {
    const bad = await makeContact()
    await arrived('/switch', keyOf(bad))
    answers.set(`/switch ${bad}`, { status: 101, headers: { connection: 'upgrade', upgrade: 'other' } })
    await stage.client.update(Contact, bad, { version: 0, vip: true })
    expect(await rowOf('/switch', bad, 1)).toMatchObject({ parked: false, wait: 5 * second })
    answers.delete(`/switch ${bad}`)
    await passTime(stage.database, 5 * second)
    await arrived('/switch', keyOf(bad, 1), 2)
  })

  it('is a redirect, too, which is not followed', async () => {
    answers.set('/moved', { status: 302, headers: { location: `${receiver.url}/elsewhere` } })
    const id = await makeContact()
    await rowOf('/moved', id, 1)
    expect(receiver.got.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it('ends the webhook with 410', async () => {
    await caughtUp('/gone', await makeContact())
    answers.set('/gone', { status: 410 })
    const id = await makeContact()
    await arrived('/gone', keyOf(id))
    const ended = async () => recordOf(await stage.client.read(Webhook, hooks['/gone'].id))
    await until('the webhook has ended', async () => (await ended())['state'] === 'ended')
    expect(await ended()).toMatchObject({ version: 1, updatedBy: null })
    const next = await makeContact()
    await arrived('/plain', keyOf(next))
    expect(receiver.keysAt('/gone').slice(-1)).toEqual([keyOf(id)])
  })
})
