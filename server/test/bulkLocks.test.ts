import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { text } from '../src/model/field/text.ts'
import { saveMany } from './harness/actions.ts'
import { recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const Item = model({ name: 'bulklocks.Item', title: 'name', fields: { name: text(), note: text({ max: 1_000 }) } })

const stage = useModels(toModels([Item]))
/** Somebody else, who holds locks. */
let other: PgClient

beforeAll(async () => {
  other = new PgClient({ connectionString: stage.database.url })
  await other.connect()
})
afterAll(() => other.end())

it('a bulk update locks by id, also where PostgreSQL finds the records in the order of its pages', async () => {
  const sent = Array.from({ length: 200 }, (_, index) => ({ name: `item ${index}` }))
  const made = recordsOf(await saveMany(stage.client, Item, sent))
  // The first ones get new places behind all others, and figures of the table lead to a plan that reads it as a whole.
  const moved = made.slice(0, 20).map(({ id, version }) => ({ id, version, note: 'long '.repeat(200) }))
  const first = recordsOf(await saveMany(stage.client, Item, moved))
  await stage.database.query('analyze record.bulklocks_item')
  const records = [...first, ...made.slice(20, 100)].map(({ id, version }) => ({ id, version, name: 'renamed' }))
  const [lowest = 0, ...others] = records.map(({ id }) => id)

  await other.query('begin')
  await other.query(`select from record.bulklocks_item where id = ${lowest} for update`)
  const update = saveMany(stage.client, Item, records)
  await until('the update waits for a lock', async () => {
    const waiting = await stage.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
  const free = await stage.database.query<{ id: string }>(
    `select id from record.bulklocks_item where id = any('{${others.join()}}') for update skip locked`,
  )
  await other.query('rollback')

  expect(free.length).toBe(others.length)
  expect((await update).status).toBe(200)
})
