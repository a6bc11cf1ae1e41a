import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import type { TestDatabase } from './harness/database.ts'
import { forgetJournal, journalOf } from './harness/journalRows.ts'
import { until } from './harness/poll.ts'
import { patient } from './harness/service.ts'
import { anotherUser } from './harness/useModels.ts'
import { useService } from './harness/useService.ts'

const stage = useService(patient)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const table = 'record.com_example_contacts_contact'
const noSuchId = 9_007_199_254_740_990

async function create(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', ...fields }))
}

async function update(id: number, version: number, fields: object): Promise<RecordJson> {
  return recordOf(await stage.client.update(Contact, id, { version, ...fields }))
}

async function remove(model: string, id: number): Promise<void> {
  expect(shown(await stage.client.delete(model, id))).toEqual(success([id]))
}

async function total(model: string): Promise<number | undefined> {
  return (await stage.client.find(model, '?limit=0')).json?.total
}

/** The number of answers by HTTP status. */
function statuses(replies: readonly Reply[]): object {
  const groups = Object.entries(Object.groupBy(replies, ({ status }) => status))
  return Object.fromEntries(groups.map(([status, group]) => [status, group?.length]))
}

/** An open transaction in which a deleted record of version 1 was restored as version 2 and deleted again. */
async function restoreAndDelete(id: number): Promise<{ commit(): Promise<void> }> {
  const other = new pg.Client({ connectionString: stage.database.url })
  await other.connect()
  await other.query('begin')
  await other.query(`insert into ${table} (id, version, created_on, updated_on, first_name, last_name)
    values (${id}, 2, now(), now(), 'Ada', 'Lovelace')`)
  await other.query(`delete from ${table} where id = ${id}`)
  await other.query(`insert into tabularium.journal (model, record, version, operation, author, request_id, changes)
    select number, ${id}, version, operation, null, 'other', '{}'
    from tabularium.models, (values (2, 'r'), (3, 'd')) as entry(version, operation) where name = '${Contact}'`)
  return {
    commit: async () => {
      await other.query('commit')
      await other.end()
    },
  }
}

/** Whether a statement waits for the transaction of another. */
async function isWaiting(database: TestDatabase): Promise<boolean> {
  const rows = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

describe('an old version of a record', () => {
  it('is the whole record as it was answered then, with computed fields, audit fields and the ETag', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Engines' }))
    const path = `/ws/rest/${Contact}`
    const first = await stage.client.exchange('PUT', path, {
      body: {
        data: { firstName: 'Ada', lastName: 'L', company: { id: company.id }, credit: '5', preferences: { a: [1, 2] } },
      },
    })
    const { id } = recordOf(first)
    const grace = await anotherUser(stage.database, stage.service, 'grace')
    const second = await grace.update(Contact, id, { version: 0, firstName: 'Grace', company: null, credit: null })
    const third = await stage.client.update(Contact, id, { version: 1, preferences: null, vip: false })
    grace.close()
    for (const [version, reply] of [first, second, third].entries()) {
      const then = await stage.client.readVersion(Contact, id, version)
      expect(shown(then)).toEqual(shown(reply))
      expect(then.headers.etag).toBe(reply.headers.etag)
    }
  })

  it('is available for a deleted record, except for the delete itself', async () => {
    const record = await create()
    await remove(Contact, record.id)
    expect(shown(await stage.client.readVersion(Contact, record.id, 0))).toEqual(success([record]))
    expect(shown(await stage.client.readVersion(Contact, record.id, 1))).toEqual(refusal('version-not-found'))
  })

  it('is available across a delete and a restore', async () => {
    const first = await create()
    const second = await update(first.id, 0, { firstName: 'B' })
    await remove(Contact, first.id)
    const fourth = recordOf(await stage.client.restore(Contact, first.id, { version: 2, toVersion: 0 }))
    for (const record of [first, second, fourth])
      expect(shown(await stage.client.readVersion(Contact, first.id, record.version))).toEqual(success([record]))
    expect(shown(await stage.client.readVersion(Contact, first.id, 2))).toEqual(refusal('version-not-found'))
  })

  it('answers 404 for a version or record that never existed', async () => {
    const { id } = await create()
    for (const version of [1, 2, Number.MAX_SAFE_INTEGER])
      expect(shown(await stage.client.readVersion(Contact, id, version))).toEqual(refusal('version-not-found'))
    expect(shown(await stage.client.readVersion(Contact, noSuchId, 0))).toEqual(refusal('record-not-found'))
  })

  it.each(['', '-1', '1.5', 'x', '01', '0&version=1', '9007199254740993'])('refuses version=%s', async (version) => {
    const { id } = await create()
    expect(shown(await stage.client.readVersion(Contact, id, version))).toEqual(refusal('invalid-parameter'))
  })

  it('is not available if the journal does not reach back that far; later ones are', async () => {
    const { id } = await create()
    const second = await update(id, 0, { firstName: 'B' })
    const third = await update(id, 1, { firstName: 'C' })
    await forgetJournal(stage.database, Contact, id, 1)
    expect(shown(await stage.client.readVersion(Contact, id, 0))).toEqual(refusal('version-not-found'))
    expect(shown(await stage.client.readVersion(Contact, id, 2))).toEqual(success([third]))
    // Only the deleted entry had the time and author of the second version.
    expect(shown(await stage.client.readVersion(Contact, id, 1))).toEqual(
      success([{ ...second, updatedOn: null, updatedBy: null }]),
    )
  })

  it('is not guessed if a version was written with SQL, which the journal does not have', async () => {
    const { id } = await create()
    await stage.database.query('update record.com_example_contacts_contact set version = 1 where id = $1', [id])
    const second = recordOf(await stage.client.read(Contact, id))
    expect(shown(await stage.client.readVersion(Contact, id, 0))).toEqual(refusal('version-not-found'))
    expect(shown(await stage.client.readVersion(Contact, id, 1))).toEqual(success([second]))
  })

  it('shows the current title of a referenced record, and the id of a deleted one', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Then' }))
    const { id } = await create({ company: { id: company.id } })
    await update(id, 0, { company: null })
    recordOf(await stage.client.update(Company, company.id, { version: 0, name: 'Now' }))
    const then = async () => recordOf(await stage.client.readVersion(Contact, id, 0))['company']
    expect(await then()).toEqual({ id: company.id, version: 1, name: 'Now' })
    await remove(Company, company.id)
    expect(await then()).toEqual({ id: company.id })
  })
})

describe('a restore', () => {
  it('makes an old version a new one', async () => {
    const first = await create({ email: 'ada@example.com', preferences: { a: [1, null] }, credit: '5.00' })
    await update(first.id, 0, { firstName: 'B', email: null, preferences: null, vip: true })
    const reply = await stage.client.restore(Contact, first.id, { version: 1, toVersion: 0 })
    expect(shown(reply)).toEqual(success([{ ...first, version: 2, updatedOn: moment }]))
    expect(reply.headers.etag).toMatch(/^"2-/)
    expect(shown(await stage.client.read(Contact, first.id))).toEqual(shown(reply))
  })

  it('of the current version is a new version without a change', async () => {
    const first = await create()
    expect(shown(await stage.client.restore(Contact, first.id, { version: 0, toVersion: 0 }))).toEqual(
      success([{ ...first, version: 1, updatedOn: moment }]),
    )
    expect(recordsOf(await stage.client.history(Contact, first.id))[0]).toMatchObject({ changes: {} })
  })

  it('restores a deleted record with its id: versions continue, its creation stays, the total counts it', async () => {
    const grace = await anotherUser(stage.database, stage.service, 'hopper')
    const first = recordOf(await grace.create(Contact, { firstName: 'Grace', lastName: 'Hopper', vip: true }))
    grace.close()
    const second = await update(first.id, 0, { firstName: 'Gone' })
    const before = await total(Contact)
    await remove(Contact, first.id)
    expect(await total(Contact)).toBe((before ?? 0) - 1)
    const reply = await stage.client.restore(Contact, first.id, { version: 2, toVersion: 1 })
    expect(shown(reply)).toEqual(
      success([{ ...second, version: 3, createdOn: first.createdOn, createdBy: first.createdBy, updatedOn: moment }]),
    )
    expect(first.createdBy).toEqual({ id: expect.any(Number), username: 'hopper', name: 'Somebody' })
    expect(shown(await stage.client.read(Contact, first.id))).toEqual(shown(reply))
    expect(await total(Contact)).toBe(before)
    expect((await stage.client.update(Contact, first.id, { version: 3, firstName: 'On' })).status).toBe(200)
  })

  it('needs the version that is current', async () => {
    const { id } = await create()
    const current = await update(id, 0, { firstName: 'B' })
    for (const version of [0, 2])
      expect(shown(await stage.client.restore(Contact, id, { version, toVersion: 0 }))).toEqual(
        refusal('version-conflict', { data: { current } }),
      )
    await remove(Contact, id)
    for (const version of [0, 1, 3])
      expect(shown(await stage.client.restore(Contact, id, { version, toVersion: 0 }))).toEqual(
        refusal('version-conflict', { data: { current: null } }),
      )
  })

  it.each<[string, object, string]>([
    ['nothing', {}, 'version-required'],
    ['no version', { toVersion: 0 }, 'version-required'],
    ['version null', { version: null, toVersion: 0 }, 'version-required'],
  ])('is refused with %s', async (_, data, code) => {
    const { id } = await create()
    expect(shown(await stage.client.restore(Contact, id, data))).toEqual(refusal(code as 'version-required'))
  })

  it('is refused with all errors at once', async () => {
    const { id } = await create()
    const whole = 'must be a whole number from 0 on'
    expect(shown(await stage.client.restore(Contact, id, { version: '0', toVersion: -1, firstName: 'X' }))).toEqual(
      refusal('invalid-record', {
        errors: {
          version: whole,
          toVersion: whole,
          firstName: 'is not known here: a restore takes only version, toVersion and members',
        },
      }),
    )
    expect(shown(await stage.client.restore(Contact, id, { version: 0 }))).toEqual(
      refusal('invalid-record', { errors: { toVersion: whole } }),
    )
    const path = `/ws/rest/${Contact}/${id}/restore`
    expect(shown(await stage.client.exchange('POST', `${path}?version=0`, { body: { data: {} } }))).toEqual(
      refusal('invalid-parameter'),
    )
    expect(shown(await stage.client.exchange('POST', path, { body: [] }))).toEqual(
      refusal('invalid-record', { errors: { body: expect.any(String) } }),
    )
  })

  it('answers 404 for versions and records that do not exist', async () => {
    const { id } = await create()
    expect(shown(await stage.client.restore(Contact, id, { version: 0, toVersion: 1 }))).toEqual(
      refusal('version-not-found'),
    )
    expect(shown(await stage.client.restore(Contact, noSuchId, { version: 0, toVersion: 0 }))).toEqual(
      refusal('record-not-found'),
    )
    await remove(Contact, id)
    expect(shown(await stage.client.restore(Contact, id, { version: 1, toVersion: 1 }))).toEqual(
      refusal('version-not-found'),
    )
    await forgetJournal(stage.database, Contact, id, 0)
    expect(shown(await stage.client.restore(Contact, id, { version: 1, toVersion: 0 }))).toMatchObject({ status: 200 })
  })

  it('is refused if another record has taken a unique value meanwhile', async () => {
    const first = recordOf(await stage.client.create(Tag, { name: 'wanted' }))
    const deleted = recordOf(await stage.client.create(Tag, { name: 'gone' }))
    recordOf(await stage.client.update(Tag, first.id, { version: 0, name: 'other' }))
    await remove(Tag, deleted.id)
    const [a, b] = [
      await stage.client.create(Tag, { name: 'wanted' }),
      await stage.client.create(Tag, { name: 'gone' }),
    ]
    const notUnique = refusal('not-unique', { data: { field: 'name' } })
    expect(shown(await stage.client.restore(Tag, first.id, { version: 1, toVersion: 0 }))).toEqual(notUnique)
    expect(shown(await stage.client.restore(Tag, deleted.id, { version: 1, toVersion: 0 }))).toEqual(notUnique)
    await remove(Tag, recordOf(a).id)
    await remove(Tag, recordOf(b).id)
    expect(recordOf(await stage.client.restore(Tag, first.id, { version: 1, toVersion: 0 })).version).toBe(2)
    expect(recordOf(await stage.client.restore(Tag, deleted.id, { version: 1, toVersion: 0 })).version).toBe(2)
  })

  it('is refused if it refers to a deleted record, until that is restored', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Home' }))
    const kept = await create({ company: { id: company.id } })
    const deleted = await create({ company: { id: company.id } })
    await update(kept.id, 0, { company: null })
    await remove(Contact, deleted.id)
    await remove(Company, company.id)
    const missing = refusal('invalid-record', { errors: { company: 'refers to a record that does not exist' } })
    const back = (id: number) => stage.client.restore(Contact, id, { version: 1, toVersion: 0 })
    expect(shown(await back(kept.id))).toEqual(missing)
    expect(shown(await back(deleted.id))).toEqual(missing)
    recordOf(await stage.client.restore(Company, company.id, { version: 1, toVersion: 0 }))
    const home = { id: company.id, version: 2, name: 'Home' }
    expect(recordOf(await back(kept.id)).company).toEqual(home)
    expect(recordOf(await back(deleted.id)).company).toEqual(home)
  })

  it('succeeds once if 20 arrive at once with one version', async () => {
    const { id } = await create()
    await update(id, 0, { firstName: 'B' })
    const send = (version: number) => () => stage.client.restore(Contact, id, { version, toVersion: 0 })
    const onLive = await Promise.all(Array.from({ length: 20 }, send(1)))
    expect(statuses(onLive)).toEqual({ 200: 1, 409: 19 })
    await remove(Contact, id)
    const before = await total(Contact)
    const onDeleted = await Promise.all(Array.from({ length: 20 }, send(3)))
    expect(statuses(onDeleted)).toEqual({ 200: 1, 409: 19 })
    expect(await total(Contact)).toBe((before ?? 0) + 1)
    const versions = recordsOf(await stage.client.history(Contact, id)).map(({ version }) => version)
    expect(versions).toEqual([4, 3, 2, 1, 0])
  })

  it('never reuses a version if others restored and deleted the record while it waited', async () => {
    const { id } = await create()
    await remove(Contact, id)
    const other = await restoreAndDelete(id)
    const reply = stage.client.restore(Contact, id, { version: 1, toVersion: 0 })
    await until('the restore waits for the other', () => isWaiting(stage.database))
    await other.commit()
    const { status, json } = await reply
    expect(status).toBe(409)
    expect(JSON.stringify(json)).toContain('deleted as version 3')
    expect((await journalOf(stage.database, Contact, id)).map(({ version }) => version)).toEqual([0, 1, 2, 3])
    expect(recordOf(await stage.client.restore(Contact, id, { version: 3, toVersion: 0 })).version).toBe(4)
  })

  it('restores many deleted records at once, each as it was', async () => {
    const records = await Promise.all(Array.from({ length: 30 }, (_, n) => create({ firstName: `n${n}` })))
    await Promise.all(records.map(({ id }) => remove(Contact, id)))
    const replies = await Promise.all(
      records.map(({ id }) => stage.client.restore(Contact, id, { version: 1, toVersion: 0 })),
    )
    expect(replies.map(recordOf)).toEqual(records.map((record) => ({ ...record, version: 2, updatedOn: moment })))
  })

  it('is refused from a page of another site', async () => {
    const { id } = await create()
    expect(
      shown(await stage.client.restore(Contact, id, { version: 0, toVersion: 0 }, { 'sec-fetch-site': 'cross-site' })),
    ).toEqual(refusal('cross-origin'))
  })
})
