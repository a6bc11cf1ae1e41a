import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { historyOf } from './harness/actions.ts'
import { recordOf } from './harness/client.ts'
import { Contact, Tag } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
/** Somebody else, who is about to remove a link. */
let other: PgClient

beforeAll(async () => {
  other = new PgClient({ connectionString: stage.database.url })
  await other.connect()
})
afterAll(() => other.end())

it('a delete without a version journals the links of the version that it waited for', async () => {
  const newTag = async (name: string) => recordOf(await stage.client.create(Tag, { name })).id
  const [kept, removed] = [await newTag('kept'), await newTag('removed')]
  const tags = [{ id: kept }, { id: removed }]
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'L', tags }))
  await other.query('begin')
  await other.query(`update record.com_example_contacts_contact set version = 1 where id = ${id}`)
  await other.query(`delete from record.com_example_contacts_contact_tags_links where target = ${removed}`)
  const deleting = stage.client.exchange('DELETE', `/ws/rest/${Contact}/${id}`)
  await until('the delete waits', async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await stage.database.query(waiting)).length > 0
  })
  await other.query('commit')
  expect(await deleting).toMatchObject({ status: 200, json: { status: 0, data: [id] } })
  const [last] = await historyOf(stage.client, Contact, id)
  expect(last).toMatchObject({ version: 2, operation: 'delete' })
  expect(last?.changes['tags']).toEqual({ from: [kept], to: null })
})
