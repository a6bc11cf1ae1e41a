import { describe, expect, it } from 'vitest'
import { model, text } from '../src/index.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { journalOf } from './harness/journalRows.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const Safe = model({
  name: 'org.example.Safe',
  title: 'name',
  list: ['name'],
  fields: { name: text({ required: true }), pin: text({ secret: true, max: 60, unique: true }) },
})
const Vault = model({
  name: 'org.example.Vault',
  title: 'name',
  fields: { name: text({ required: true }), key: text({ required: true, secret: true }) },
})
const Door = model({
  name: 'org.example.Door',
  title: 'name',
  fields: { name: text({ required: true }), lock: text({ required: true, secret: true, default: 'open' }) },
})

const stage = useModels(toModels([Safe, Vault, Door]), { logLevel: 'debug' })
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const author = { id: 1, username: 'admin', name: 'admin' }
const canary = 'canary-5b1e'

async function create(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Safe.name, { name: 'Safe', ...fields }))
}

async function pinOf(id: number): Promise<string | null | undefined> {
  const rows = await stage.database.query<{ pin: string | null }>(
    'select pin from record.org_example_safe where id = $1',
    [id],
  )
  return rows[0]?.pin
}

describe('a secret', () => {
  it('is written and never read', async () => {
    const record = await create({ pin: `${canary} read` })
    expect(record).toEqual({
      id: record.id,
      version: 0,
      name: 'Safe',
      createdOn: moment,
      createdBy: author,
      updatedOn: moment,
      updatedBy: author,
    })
    expect(await pinOf(record.id)).toBe(`${canary} read`)
    expect(shown(await stage.client.read(Safe.name, record.id))).toEqual(success([record]))
  })

  it('stays if it is not named, and if a record is sent back as it was read', async () => {
    const record = await create({ pin: `${canary} kept` })
    recordOf(await stage.client.update(Safe.name, record.id, { ...record, name: 'Other' }))
    expect(await pinOf(record.id)).toBe(`${canary} kept`)
    recordOf(await stage.client.update(Safe.name, record.id, { version: 1, pin: null }))
    expect(await pinOf(record.id)).toBeNull()
  })

  it('is in the history only as changed, and only if it changed', async () => {
    const { id } = await create({ pin: `${canary} 1` })
    recordOf(await stage.client.update(Safe.name, id, { version: 0, pin: `${canary} 2` }))
    recordOf(await stage.client.update(Safe.name, id, { version: 1, pin: `${canary} 2`, name: 'B' }))
    expect((await stage.client.delete(Safe.name, id)).status).toBe(200)
    expect(recordsOf(await stage.client.history(Safe.name, id)).map(({ changes }) => changes)).toEqual([
      { name: { from: 'B', to: null }, pin: { secret: true } },
      { name: { from: 'Safe', to: 'B' } },
      { pin: { secret: true } },
      { name: { from: null, to: 'Safe' }, pin: { secret: true } },
    ])
    expect((await journalOf(stage.database, Safe.name, id)).map(({ changes }) => changes)).toEqual([
      { name: [null, 'Safe'], pin: null },
      { pin: null },
      { name: ['Safe', 'B'] },
      { name: ['B', null], pin: null },
    ])
  })

  it('stays as it is when an old version is restored', async () => {
    const { id } = await create({ pin: `${canary} old` })
    recordOf(await stage.client.update(Safe.name, id, { version: 0, name: 'B', pin: `${canary} new` }))
    expect(recordOf(await stage.client.restore(Safe.name, id, { version: 1, toVersion: 0 })).name).toBe('Safe')
    expect(await pinOf(id)).toBe(`${canary} new`)
  })

  it('is lost with a deleted record: a restored one has none or the default, or cannot be restored', async () => {
    const back = async (name: string, fields: object) => {
      const { id } = recordOf(await stage.client.create(name, { name: 'A', ...fields }))
      expect((await stage.client.delete(name, id)).status).toBe(200)
      return stage.client.restore(name, id, { version: 1, toVersion: 0 })
    }
    const safe = await back(Safe.name, { pin: `${canary} lost` })
    expect(await pinOf(recordOf(safe).id)).toBeNull()
    expect((await back(Door.name, { lock: `${canary} lock` })).status).toBe(200)
    expect(await stage.database.query('select lock from record.org_example_door')).toEqual([{ lock: 'open' }])
    expect(shown(await back(Vault.name, { key: `${canary} key` }))).toEqual(
      refusal('invalid-record', { errors: { key: expect.stringContaining('the journal does not keep') } }),
    )
  })
})

describe('a secret in a conflict', () => {
  it('can be merged if nobody else changed it', async () => {
    const record = await create({ pin: `${canary} base` })
    recordOf(await stage.client.update(Safe.name, record.id, { version: 0, name: 'Theirs' }))
    const reply = await stage.client.merge(Safe.name, record.id, { version: 0, pin: `${canary} mine` })
    expect(reply.json).toMatchObject({ status: 0, merged: { base: 0, onto: 1, fields: ['pin'] } })
    expect(await pinOf(record.id)).toBe(`${canary} mine`)
  })

  it('clashes if others changed it, even to the same value, and no value is shown', async () => {
    const base = await create({ pin: `${canary} x` })
    const current = recordOf(await stage.client.update(Safe.name, base.id, { version: 0, pin: `${canary} same` }))
    const reply = await stage.client.merge(Safe.name, base.id, { version: 0, name: 'Mine', pin: `${canary} same` })
    const conflicts = [{ field: 'pin', secret: true, by: author, on: current.updatedOn }]
    expect(shown(reply)).toEqual(
      refusal('version-conflict', { data: { base, current, yours: { name: 'Mine' }, conflicts, mergeable: ['name'] } }),
    )
  })
})

describe('no answer, no log and no table but its own', () => {
  it('ever shows a secret', async () => {
    const told = await doAllThatCanBeDone(stage.client)
    const last = String(told.at(-1)?.headers['x-request-id'])
    await until('the log has the last request', () => stage.service.logs().includes(last))
    const tables = await stage.database.query<{ row: string }>(
      'select t::text as row from tabularium.journal as t union all select t::text from tabularium.answers as t',
    )
    const everything = [...told.map(({ text }) => text), stage.service.logs(), ...tables.map(({ row }) => row)]
    expect(told.map(({ status }) => status)).toEqual(told.map(() => expect.toBeOneOf([200, 400, 409, 422])))
    expect(everything.filter((line) => line.includes(canary))).toEqual([])
    expect(everything.some((line) => line.includes('told-name'))).toBe(true)
  })

  async function doAllThatCanBeDone(client: Client): Promise<Reply[]> {
    const told: Reply[] = []
    const tell = async (reply: Promise<Reply>) => {
      told.push(await reply)
      return told.at(-1) as Reply
    }
    const key = { 'idempotency-key': 'secret-once' }
    const body = { data: { name: 'told-name', pin: `${canary} told` } }
    const path = `/ws/rest/${Safe.name}`
    const { id } = recordOf(await tell(client.exchange('PUT', path, { body, headers: key })))
    await tell(client.exchange('PUT', path, { body, headers: key }))
    await tell(client.exchange('PUT', path, { body: { data: { ...body.data, name: 'x' } }, headers: key }))
    await tell(client.create(Safe.name, { name: 'twin', pin: `${canary} told` }))
    await tell(client.create(Safe.name, { name: 'long', pin: canary.repeat(10) }))
    await tell(client.create(Safe.name, { pin: { [canary]: canary } }))
    await tell(client.update(Safe.name, id, { version: 0, pin: `${canary} told 2` }))
    await tell(client.update(Safe.name, id, { version: 0, pin: `${canary} told 3` }))
    await tell(client.merge(Safe.name, id, { version: 0, pin: `${canary} told 4` }))
    await tell(client.update(Safe.name, id, { version: 9, pin: `${canary} told 5` }))
    await tell(client.update(Safe.name, id, { version: 1, pin: 5 }))
    await tell(client.find(Safe.name))
    await tell(client.read(Safe.name, id))
    await tell(client.readVersion(Safe.name, id, 0))
    await tell(client.history(Safe.name, id))
    await tell(client.restore(Safe.name, id, { version: 1, toVersion: 0 }))
    await tell(client.delete(Safe.name, id, 0))
    await tell(client.delete(Safe.name, id))
    await tell(client.readVersion(Safe.name, id, 1))
    await tell(client.restore(Safe.name, id, { version: 3, toVersion: 1 }))
    await tell(client.history(Safe.name, id))
    return told
  }
})
