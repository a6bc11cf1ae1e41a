import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search } from '../harness/actions.ts'
import { BulkLoad } from '../harness/BulkLoad.ts'
import { findViolations } from '../harness/checker.ts'
import { Client, recordsOf, type Reply } from '../harness/client.ts'
import { Contact, Tag } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { findTorn } from '../harness/torn.ts'
import { sizeOf } from '../harness/rounds.ts'

const writes = sizeOf({ inCi: 2_000, long: 20_000 })
const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
let database: TestDatabase
let services: ServiceProcess[]
const clients: Client[] = []

beforeAll(async () => {
  database = await createDatabase()
  const start = () => startProcess(database.url, { poolSize: '4' })
  services = await Promise.all([start(), start()])
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** Several clients, each with a connection to both processes. */
async function connectAll(count: number): Promise<Client[][]> {
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  clients.push(session)
  return Array.from({ length: count }, () =>
    services.map(({ url }) => {
      const client = new Client(url)
      client.cookie = session.cookie
      clients.push(client)
      return client
    }),
  )
}

describe(`16 clients that write many records in each call, two processes of four connections (seed ${seed})`, () => {
  it(`${writes} writes are explained one by one, and what was written together is seen together`, async () => {
    const load = new BulkLoad({ clients: await connectAll(16), random: randomFrom(seed), records: 30 })
    const start = performance.now()
    await load.prepare()
    await load.run(writes)
    await load.finish()
    const seconds = (performance.now() - start) / 1_000
    const count = (said: string, kind?: string) =>
      load.history.filter(({ answer, write }) => answer.said === said && write?.kind === kind).length
    console.info(
      `seed ${seed}: ${load.history.length} operations in ${seconds.toFixed(1)} s; done: ${count('done', 'update')} ` +
        'updates, ' +
        `${count('done', 'create')} creates, ${count('done', 'delete')} deletes; ${count('shown', 'update')} ` +
        'conflicts took ' +
        `${count('not-applied', 'update') + count('not-applied', 'create')} others with them; ${load.calls.length} ` +
        'whole calls',
    )
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(findTorn(load.history, load.calls).slice(0, 10)).toEqual([])
    expect(count('done', 'update')).toBeGreaterThan(writes / 100)
    expect(count('not-applied', 'update')).toBeGreaterThan(writes / 1_000)
    expect(count('done', 'delete')).toBeGreaterThan(writes / 1_000)
  })
})

describe('links, collections and deletes at once', () => {
  it('give 200, 400, 404, 409 or a plain busy; all counts and journals agree at the end', async () => {
    const ways = await connectAll(16)
    const random = randomFrom(seed)
    const statuses = new Map<number, number>()
    const wanted = sizeOf({ inCi: 1_200, long: 20_000 })
    let answers = 0
    let made = 0
    const note = (reply: Reply) => {
      answers++
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (reply.status >= 500 && reply.status !== 503) throw new Error(`HTTP ${reply.status} ${reply.text}`)
      return reply
    }
    const act = async (client: Client) => {
      const tags = recordsOf(note(await search(client, Tag, { limit: 20, total: false })))
      const contacts = recordsOf(note(await search(client, Contact, { limit: 20, total: false })))
      const chance = random()
      const some = tags.filter(() => random() < 0.3).map(({ id }) => ({ id }))
      const data = { firstName: 'L', lastName: 'Links', tags: some }
      if (tags.length < 8 || chance < 0.2) return client.create(Tag, { name: `tag ${made++}` })
      if (contacts.length < 8 || chance < 0.35) return client.create(Contact, data)
      const tag = pick(random, tags)
      const contact = pick(random, contacts)
      if (chance < 0.55) return client.delete(Tag, tag.id)
      if (chance < 0.65) return client.delete(Contact, contact.id)
      return client.update(Contact, contact.id, { version: contact.version, tags: some })
    }
    await Promise.all(
      ways.map(async (own) => {
        while (answers < wanted) note(await act(pick(random, own)))
      }),
    )
    console.info(`seed ${seed}: ${[...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')}`)
    for (const service of services) expect(service.logs()).not.toContain('internal failure')
    expect(statuses.get(200)).toBeGreaterThan(wanted / 10)
    await expectAgreement()
  })

  /** The journal, the counts and the records agree. */
  async function expectAgreement(): Promise<void> {
    for (const [table, model] of [
      ['contact', Contact],
      ['tag', Tag],
    ]) {
      const [row] = await database.query(
        `with own as (select number from tabularium.models where name = $1), last as (
          select distinct on (record) record, version, operation from tabularium.journal
          where model = (select number from own) order by record, version desc
        ) select
          (select count(*)::int from record.com_example_contacts_${table}) as there,
          (select count(*)::int from last where operation <> 'd') as told,
          (select sum(change)::int from (
            select change from tabularium.count_deltas where model = (select number from own)
            union all select records from tabularium.counts where model = (select number from own) and level = 3
          ) as part) as counted,
          (select count(*)::int from record.com_example_contacts_${table} as t
            join last on last.record = t.id and last.version = t.version) as agreeing,
          (select count(*)::int from tabularium.journal as a
            join tabularium.journal as b using (model, record, version)
            where a.ctid <> b.ctid and model = (select number from own)) as doubled`,
        [model],
      )
      const { there } = row as { there: number }
      expect(row).toEqual({ there, told: there, counted: there, agreeing: there, doubled: 0 })
    }
    const [links] = await database.query(
      `select count(*)::int as wrong from record.com_example_contacts_contact as t where
        coalesce((select string_agg(target::text, ',' order by target)
        from record.com_example_contacts_contact_tags_links as links where links.source = t.id), '')
        <> coalesce((select (select string_agg(value, ',')
        from json_array_elements_text(journal.changes -> 'tags' -> 1)) from tabularium.journal
          where journal.record = t.id and journal.model = (select number from tabularium.models
          where name = '${Contact}') and journal.changes -> 'tags' is not null
          order by version desc limit 1), '')`,
    )
    expect(links).toEqual({ wrong: 0 })
  }
})
