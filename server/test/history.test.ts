import { describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, refusal, shown, success } from './harness/contract.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { anotherUser } from './harness/useModels.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const author = { id: 1, username: 'admin', name: 'admin' }
const requestId = expect.stringMatching(/^[\w.:-]{1,100}$/)
const ada = { firstName: 'Ada', lastName: 'Lovelace' }
const noSuchId = 9_007_199_254_740_990

/** What a create of Ada changes. */
const adaMade = {
  firstName: { from: null, to: 'Ada' },
  lastName: { from: null, to: 'Lovelace' },
  status: { from: null, to: 'lead' },
}

async function create(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Contact, { ...ada, ...fields }))
}

/** One entry, whole. */
function entry(version: number, operation: string, changes: object, more: object = {}): object {
  return { version, operation, on: moment, by: author, requestId, changes, ...more }
}

describe('the history of a record', () => {
  it('has one entry for each write, newest first, with author, time, request id and changed fields', async () => {
    const { id } = await create()
    const send = (method: string, body: object | undefined, name: string) =>
      stage.client.exchange(method, `/ws/rest/${Contact}/${id}`, { body, headers: { 'x-request-id': name } })
    recordOf(await send('POST', { data: { version: 0, firstName: 'Augusta', lastName: 'Lovelace' } }, 'history-1'))
    recordOf(await send('POST', { data: { version: 1, firstName: 'Augusta' } }, 'history-2'))
    await send('DELETE', undefined, 'history-3')
    const gone = { firstName: { from: 'Augusta', to: null }, lastName: { from: 'Lovelace', to: null } }
    expect(shown(await stage.client.history(Contact, id))).toEqual(
      success(
        [
          entry(3, 'delete', { ...gone, status: { from: 'lead', to: null } }, { requestId: 'history-3' }),
          entry(2, 'update', {}, { requestId: 'history-2' }),
          entry(1, 'update', { firstName: { from: 'Ada', to: 'Augusta' } }, { requestId: 'history-1' }),
          entry(0, 'create', adaMade),
        ],
        { offset: 0, total: 4 },
      ),
    )
  })

  it('shows values in JSON: decimals as text, references by id, JSON unchanged; no computed fields', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Analytical Engines' }))
    const values = {
      credit: '12.50',
      birthDate: '1815-12-10',
      vip: true,
      company: { id: company.id },
      lastContactedOn: '2026-01-31T08:30:00.125Z',
      preferences: { colours: ['red', null, { deep: [1.5, true] }] },
      notes: 'one\ntwo "three" \\ ü漢😀',
    }
    const { id } = await create(values)
    const cleared = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
    recordOf(await stage.client.update(Contact, id, { version: 0, ...cleared }))
    const changes = (to: (value: unknown) => object) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
    expect(shown(await stage.client.history(Contact, id))).toEqual(
      success(
        [
          entry(
            1,
            'update',
            changes((value) => ({ from: value, to: null })),
          ),
          entry(0, 'create', { ...adaMade, ...changes((value) => ({ from: null, to: value })) }),
        ],
        { offset: 0, total: 2 },
      ),
    )
  })

  it('says who did what; a deleted user is null', async () => {
    const { id } = await create()
    const grace = await anotherUser(stage.database, stage.service, 'grace')
    recordOf(await grace.update(Contact, id, { version: 0, firstName: 'Grace' }))
    grace.close()
    const by = async () => recordsOf(await stage.client.history(Contact, id)).map((one) => one['by'])
    expect(await by()).toEqual([{ id: expect.any(Number), username: 'grace', name: 'Somebody' }, author])
    const [user] = await stage.database.query<{ id: string }>(
      "select id from record.tabularium_user where username = 'grace'",
    )
    expect((await stage.client.delete('tabularium.User', Number(user?.id))).status).toBe(200)
    expect(await by()).toEqual([null, author])
  })

  it('has the same times as the record', async () => {
    const created = await create()
    const updated = recordOf(await stage.client.update(Contact, created.id, { version: 0 }))
    const entries = recordsOf(await stage.client.history(Contact, created.id))
    expect(entries.map(({ on }) => on)).toEqual([updated.updatedOn, created.createdOn])
  })

  it('has an entry for a restore, and continues after a delete without a gap', async () => {
    const { id } = await create()
    recordOf(await stage.client.update(Contact, id, { version: 0, firstName: 'B' }))
    recordOf(await stage.client.restore(Contact, id, { version: 1, toVersion: 0 }))
    expect((await stage.client.delete(Contact, id)).status).toBe(200)
    recordOf(await stage.client.restore(Contact, id, { version: 3, toVersion: 1 }))
    const entries = recordsOf(await stage.client.history(Contact, id))
    expect(entries.map(({ version, operation }) => [version, operation])).toEqual([
      [4, 'restore'],
      [3, 'delete'],
      [2, 'restore'],
      [1, 'update'],
      [0, 'create'],
    ])
    expect(entries[0]?.['changes']).toEqual({ ...adaMade, firstName: { from: null, to: 'B' } })
    expect(entries[2]?.['changes']).toEqual({ firstName: { from: 'B', to: 'Ada' } })
  })

  it('comes page by page', async () => {
    const { id } = await create()
    for (let version = 0; version < 6; version++)
      recordOf(await stage.client.update(Contact, id, { version, firstName: `n${version}` }))
    const page = async (query: string) => {
      const { json } = await stage.client.history(Contact, id, query)
      return [
        json?.offset,
        json?.total,
        recordsOf(await stage.client.history(Contact, id, query)).map((e) => e.version),
      ]
    }
    expect(await page('?offset=2&limit=2')).toEqual([2, 7, [4, 3]])
    expect(await page('?offset=5')).toEqual([5, 7, [1, 0]])
    expect(await page('?limit=0')).toEqual([0, 7, []])
    expect(await page('?offset=7')).toEqual([7, 7, []])
  })

  it.each(['?limit=1001', '?limit=-1', '?offset=x', '?offset=0&offset=1', '?version=1', '?sort=on'])(
    'refuses the parameters %s',
    async (query) => {
      const { id } = await create()
      expect(shown(await stage.client.history(Contact, id, query))).toEqual(refusal('invalid-parameter'))
    },
  )

  it('does not exist for a record that never existed', async () => {
    expect(shown(await stage.client.history(Contact, noSuchId))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/0/history`))).toEqual(
      refusal('record-not-found'),
    )
    expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/x/history`))).toEqual(
      refusal('invalid-parameter'),
    )
    expect(shown(await stage.client.exchange('GET', '/ws/rest/com.example.Nothing/1/history'))).toEqual(
      refusal('unknown-model'),
    )
  })

  it('needs a session', async () => {
    const { id } = await create()
    for (const path of [`${id}/history`, `${id}?version=0`])
      expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/${path}`, { cookie: null }))).toEqual(
        refusal('session-required'),
      )
  })

  it('is empty for a record whose entries are no longer kept', async () => {
    const { id } = await create()
    await forgetJournal(stage.database, Contact, id, 0)
    expect(shown(await stage.client.history(Contact, id))).toEqual(success([], { offset: 0, total: 0 }))
  })

  it('belongs to one model: the same id of another model has its own', async () => {
    const { id } = await create()
    const companies = await Promise.all(
      Array.from({ length: id + 1 }, (_, n) => stage.client.create(Company, { name: `Company ${n}` })),
    )
    const twin = companies.map(recordOf).find((company) => company.id === id)
    expect(twin).toBeDefined()
    expect(recordsOf(await stage.client.history(Company, id)).map((one) => one['changes'])).toEqual([
      { name: { from: null, to: twin?.['name'] } },
    ])
  })

  it('a refused write leaves nothing in it', async () => {
    const { id } = await create()
    for (const reply of [
      await stage.client.update(Contact, id, { version: 7, firstName: 'X' }),
      await stage.client.update(Contact, id, { version: 0, company: { id: noSuchId } }),
      await stage.client.update(Contact, id, { version: 0, lastName: null }),
      await stage.client.delete(Contact, id, 7),
      await stage.client.restore(Contact, id, { version: 7, toVersion: 0 }),
    ])
      expect([400, 409]).toContain(reply.status)
    expect(recordsOf(await stage.client.history(Contact, id))).toHaveLength(1)
  })
})
