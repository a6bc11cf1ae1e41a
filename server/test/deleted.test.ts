import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { allActions, clientOf, makeRole, makeUser, own, Session } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const by = { id: 1, username: 'admin', name: 'admin' }
let made = 0

/** Each test sees only the tags that it deletes. */
beforeEach(async () => {
  await stage.database.query(`delete from tabularium.journal where operation = 'd'`)
})

function list(model: string, query = '', client: Client = stage.client) {
  return client.exchange('GET', `/ws/rest/${model}/deleted${query}`)
}

/** Creates a record and deletes it again. */
async function discard(model: string, fields: object): Promise<RecordJson> {
  const record = recordOf(await stage.client.create(model, fields))
  expect((await stage.client.delete(model, record.id, 0)).status).toBe(200)
  return record
}

async function discardTags(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await discard(Tag, { name: `tag ${++made}` })).id)
  return ids
}

/** A client of a new user with one rule. */
async function clientWith(rule: object): Promise<Client> {
  const role = await makeRole(stage.client, `role ${++made}`, [rule])
  const { id } = await makeUser(stage.client, `user${++made}`, [role])
  return clientOf(stage.service, stage.database, id, 1)
}

describe('GET /ws/rest/:model/deleted', () => {
  it('lists what was deleted, newest first: id, version of the delete, title, time and author', async () => {
    const first = await discard(Tag, { name: 'first' })
    const second = recordOf(await stage.client.create(Tag, { name: 'second' }))
    await stage.client.update(Tag, second.id, { version: 0, name: 'the second' })
    await stage.client.delete(Tag, second.id, 1)
    expect(shown(await list(Tag))).toEqual(
      success(
        [
          { id: second.id, version: 2, name: 'the second', on: moment, by },
          { id: first.id, version: 1, name: 'first', on: moment, by },
        ],
        { offset: 0, more: false },
      ),
    )
  })

  it('a title that is computed is shown as it was', async () => {
    const { id } = await discard(Contact, { firstName: 'Ada', lastName: 'Lovelace', notes: 'x'.repeat(1_000) })
    expect(recordsOf(await list(Contact))).toEqual([{ id, version: 1, fullName: 'Ada Lovelace', on: moment, by }])
  })

  it('a restored record is not listed, and is listed once when it is deleted again', async () => {
    const [id = 0] = await discardTags(1)
    recordOf(await stage.client.restore(Tag, id, { version: 1, toVersion: 0 }))
    expect(recordsOf(await list(Tag))).toEqual([])
    await stage.client.delete(Tag, id, 2)
    expect(recordsOf(await list(Tag)).map(({ version }) => version)).toEqual([3])
  })

  it('a record that was put back with SQL, without an entry in the journal, is not listed', async () => {
    const [id = 0] = await discardTags(1)
    await stage.database.query(
      `insert into record.com_example_contacts_tag (id, version, created_on, updated_on, name)
       values ($1, 2, now(), now(), 'from a backup')`,
      [id],
    )
    expect(recordsOf(await list(Tag))).toEqual([])
  })

  it('has pages, and says whether there are more', async () => {
    const ids = (await discardTags(5)).toReversed()
    const pages = []
    for (const query of ['?limit=2', '?offset=2&limit=2', '?offset=4&limit=2', '?limit=5', '?limit=0', '?offset=9']) {
      const reply = await list(Tag, query)
      const { more } = reply.json as unknown as { more: boolean }
      pages.push([recordsOf(reply).map(({ id }) => ids.indexOf(id)), more])
    }
    expect(pages).toEqual([
      [[0, 1], true],
      [[2, 3], true],
      [[4], false],
      [[0, 1, 2, 3, 4], false],
      [[], true],
      [[], false],
    ])
    expect(shown(await list(Tag, '?limit=1001'))).toEqual(refusal('invalid-parameter'))
    expect(shown(await list(Tag, '?version=1'))).toEqual(refusal('invalid-parameter'))
  })

  it('forgets what the journal has forgotten', async () => {
    const [id = 0] = await discardTags(1)
    await forgetJournal(stage.database, Tag, id, 1)
    expect(recordsOf(await list(Tag))).toEqual([])
  })

  it('a title that had another name is found by it', async () => {
    const { id } = await discard(Tag, { name: 'was a label' })
    await stage.database.query(
      `update tabularium.journal set changes = replace(changes::text, '"name"', '"label"')::json where record = $1`,
      [id],
    )
    await stage.database.query(
      `insert into tabularium.renamed_fields (model, was, name, renamed_on)
       select number, 'label', 'name', now() + interval '1 minute' from tabularium.models where name = $1`,
      [Tag],
    )
    expect(recordsOf(await list(Tag))).toMatchObject([{ id, name: 'was a label' }])
    await stage.database.query('delete from tabularium.renamed_fields')
  })

  it('an answer that would be too large is refused', async () => {
    for (let index = 0; index < 3; index++)
      await stage.database.query(
        `insert into tabularium.journal (model, record, version, operation, request_id, changes)
         select number, $2, 1, 'd', 'large', json_build_object('notes', json_build_array(repeat('x', 8000000), null))
         from tabularium.models where name = $1`,
        [Contact, 5_000_000 + index],
      )
    expect(shown(await list(Contact))).toEqual(refusal('invalid-parameter'))
    expect(recordsOf(await list(Contact, '?limit=1'))).toHaveLength(1)
  })
})

describe('what others may see of deleted records', () => {
  it('users who may read all records see the list, without a title that is hidden from them', async () => {
    const { id } = await discard(Company, { name: 'Hidden Ltd', country: 'DE' })
    const open = await clientWith({ model: Company, read: true })
    expect(recordsOf(await list(Company, '', open))).toEqual([{ id, version: 1, name: 'Hidden Ltd', on: moment, by }])
    const narrow = await clientWith({ model: Company, read: true, readFields: ['country'] })
    expect(recordsOf(await list(Company, '', narrow))).toEqual([{ id, version: 1, on: moment, by }])
    for (const client of [open, narrow]) client.close()
  })

  it('a title that is readable in some records only is not shown', async () => {
    await discard(Company, { name: 'Partly Ltd', country: 'DE' })
    const german = { fieldName: 'country', operator: '=', value: 'DE' }
    const role = await makeRole(stage.client, `role ${++made}`, [
      { model: Company, read: true, readFields: ['country'] },
      { model: Company, read: true, readFields: ['name'], condition: german },
    ])
    const { id } = await makeUser(stage.client, `user${++made}`, [role])
    const client = await clientOf(stage.service, stage.database, id, 1)
    expect(recordsOf(await list(Company, '', client))[0]).not.toHaveProperty('name')
    client.close()
  })

  it('users whose rules depend on the record may not see the list', async () => {
    await discard(Company, { name: 'Nobody’s Ltd', country: 'DE' })
    const client = await clientWith({ model: Company, ...allActions, condition: own })
    expect(shown(await list(Company, '', client))).toEqual(refusal('not-permitted'))
    expect(shown(await list(Session, '', client))).toEqual(refusal('not-permitted'))
    client.close()
  })

  it('users who may not read the model do not see it; without any rights there is no such model', async () => {
    const client = await clientWith({ model: Company, create: true })
    expect(shown(await list(Company, '', client))).toEqual(refusal('not-permitted'))
    expect(shown(await list(Tag, '', client))).toEqual(refusal('unknown-model'))
    expect(shown(await client.exchange('GET', `/ws/rest/${Tag}/deleted`, { cookie: null }))).toEqual(
      refusal('session-required'),
    )
    client.close()
  })
})

describe('the path', () => {
  it('other methods mean a record with this id, which there is not; another spelling is no path', async () => {
    expect(shown(await stage.client.exchange('DELETE', `/ws/rest/${Tag}/deleted`))).toEqual(
      refusal('invalid-parameter'),
    )
    expect((await stage.client.exchange('PUT', `/ws/rest/${Tag}/deleted`, { body: {} })).status).toBe(405)
    expect((await stage.client.exchange('GET', `/ws/rest/${Tag}/%64eleted`)).status).not.toBe(200)
  })
})
