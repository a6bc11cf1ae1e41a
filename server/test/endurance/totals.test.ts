import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadModels } from '../../src/model/loadModels.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { serviceAuthorization } from '../../src/permission/Authorization.ts'
import { writableFields } from '../../src/plan/parseRecord.ts'
import { countRecords } from '../../src/schema/compareRegistry.ts'
import type { Sql } from '../../src/sql/sql.ts'
import { createStatement } from '../../src/statement/create.ts'
import { findStatement } from '../../src/statement/find.ts'
import { openAuthCheck, requireAuthorized } from '../../src/statement/authorization/authCheck.ts'
import { recordOf } from '../harness/client.ts'
import { contactsFolder } from '../harness/commandLine.ts'
import { Tag } from '../harness/contract.ts'
import { CutClient } from '../harness/CutClient.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { pause, until } from '../harness/poll.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { loggedIn } from '../harness/service.ts'
import { sizeOf } from '../harness/rounds.ts'

const table = 'record.com_example_contacts_tag'
const comparisons = sizeOf({ inCi: 200, long: 2_000 })
const harms = inject('rounds') ?? 4
const random = randomFrom(5)
/** Where the ids that are there at the start lie: in blocks of every level. */
const firsts = [1, 2 ** 20 - 20_000, 2 ** 30 - 1_500, 2 ** 31]
const connections: pg.Client[] = []
let database: TestDatabase
let models: Models
let model: Model
let services: RestartableService[]
let clients: CutClient[]
const done = { create: 0, refused: 0, delete: 0, commit: 0, rollback: 0 }

beforeAll(async () => {
  database = await createDatabase()
  models = await loadModels(contactsFolder)
  model = models.all.find(({ name }) => name === Tag) ?? expect.fail('The example has tags.')
  await fill()
  services = await Promise.all([start(), start()])
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  clients = services.flatMap(({ url }) => Array.from({ length: 4 }, () => withSession(new CutClient(url), session)))
  session.close()
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  for (const connection of connections) await connection.end()
  await database.drop()
})

function start(): Promise<RestartableService> {
  return RestartableService.start(database.url, { foldInterval: '50ms' })
}

function withSession(client: CutClient, { cookie }: { cookie: string | undefined }): CutClient {
  client.cookie = cookie
  return client
}

/** Records with gaps; the next ids to be drawn cross from one large block to the next. */
async function fill(): Promise<void> {
  const ranges = firsts.map((first) => `(${first}::bigint)`)
  await database.query(`insert into ${table} (id, version, created_on, updated_on, name)
    select first + n, 0, now(), now(), 't' || (first + n)
    from (values ${ranges.join()}) as range(first), generate_series(0, 4000) as n where n % 7 <> 3`)
  await database.query(countRecords(model).toText())
  await database.query(`select setval('${table}_ids', ${2 ** 20 - 1_000})`)
}

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  connections.push(client)
  return client
}

/** Every value comes as the text that PostgreSQL wrote, as the service has it. */
function run(client: pg.Client, statement: Sql): Promise<pg.QueryArrayResult<(string | null)[]>> {
  const types = { getTypeParser: () => (text: string) => text }
  return client.query<(string | null)[]>({ ...statement.toQuery(), rowMode: 'array', types })
}

it(`totals and pages agree with what a scan finds in the same snapshot, ${comparisons} times`, async () => {
  let compared = 0
  let harmed = 0
  const goesOn = () => compared < comparisons || harmed < harms
  const compareAll = async () => {
    const client = await open()
    while (goesOn()) {
      expect(await findDifference(client)).toBeUndefined()
      compared++
    }
  }
  const harmAll = async () => {
    const client = await open()
    for (; harmed < harms; harmed++) await (harmed % 2 === 0 ? endFold(client) : killProcess(harmed))
  }
  const load = [...clients.map((client) => write(client, goesOn)), transact(goesOn), transact(goesOn)]
  await Promise.all([compareAll(), compareAll(), compareAll(), harmAll(), ...load])
  console.info(`${compared} comparisons; ${harmed} folds and processes killed; ${JSON.stringify(done)}`)
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(0)
  await expectCounts()
})

/** Asks the service's own statement and a scan in one snapshot. */
async function findDifference(client: pg.Client): Promise<object | undefined> {
  await client.query('begin isolation level repeatable read read only')
  const counted = `select count(*)::int as total, count(*) filter (where id < $1)::int as edge from ${table}`
  const [row] = (await client.query<{ total: number; edge: number }>(counted, [anyEdge()])).rows
  const { total = 0, edge = 0 } = row ?? {}
  const offset = random() < 0.5 ? Math.max(0, edge + pick(random, [-1, 0, 1])) : Math.floor(random() * (total + 1_000))
  const limit = pick(random, [0, 1, 40, 1_000])
  const plan = { operation: 'find', model, authorization: serviceAuthorization(models), offset, limit } as const
  const { rows } = await run(client, findStatement.toSql([plan], models, openAuthCheck))
  const [found] = findStatement.toResults([plan], requireAuthorized(rows))
  const page = await client.query(
    `select id::int8::float8 as id, version::float8 as version, name from ${table}
      order by id offset ${offset} limit ${limit}`,
  )
  await client.query('commit')
  const shown = JSON.parse(`[${found?.records}]`)
  const same = found?.total === total && JSON.stringify(shown) === JSON.stringify(page.rows)
  return same ? undefined : { offset, limit, total, found, page: page.rows.slice(0, 3) }
}

/** Where a block of ids begins, of any level. */
function anyEdge(): number {
  const block = 2 ** pick(random, [10, 10, 15, 20, 25, 30])
  return Math.floor(anyOldId() / block) * block
}

/** An id among those that were there at the start. */
function anyOldId(): number {
  return pick(random, firsts) + Math.floor(random() * 4_000)
}

/** Creates, creates that are refused (which rolls back the group that they were in), and deletes, over HTTP. */
async function write(client: CutClient, goesOn: () => boolean): Promise<void> {
  const own: number[] = []
  while (goesOn()) {
    const chance = random()
    if (chance < 0.5) {
      const reply = await client.create(Tag, { name: chance < 0.1 ? 't1' : `new ${random()}` })
      if (reply.status === 200) own.push(recordOf(reply).id)
      if (reply.status === 200) done.create++
      if (reply.status === 409) done.refused++
    } else {
      const reply = await client.delete(Tag, (chance < 0.75 ? own.pop() : undefined) ?? anyOldId())
      if (reply.status === 200) done.delete++
    }
  }
}

/** The service's own statement in transactions that take their time and are then committed or rolled back. */
async function transact(goesOn: () => boolean): Promise<void> {
  const client = await open()
  const fields = writableFields(model)
  while (goesOn()) {
    const { rows } = await client.query(`select nextval('${table}_ids') as id from generate_series(1, 5)`)
    const context = {
      authorization: { ...serviceAuthorization(models), userId: 1 },
      requestId: 'totals',
      dryRun: false,
    }
    const items = rows.map(({ id }) => ({
      id: Number(id),
      plan: { operation: 'create', model, context, fields, values: [`slow ${id}`], given: [], relations: [] } as const,
    }))
    const end = random() < 0.5 ? 'commit' : 'rollback'
    await client.query('begin')
    await run(client, createStatement.toSql(items, models, openAuthCheck))
    await pause(random() * 40)
    await client.query(end)
    done[end]++
  }
}

/** Ends a fold in the middle of its work: it has taken the appended changes away and waits for a count that we hold. */
async function endFold(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('select from tabularium.counts for update')
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where query like '%tabularium fold%' and wait_event_type = 'Lock'`
  await until('a fold waits and is ended', async () => (await database.query(end)).length > 0, { within: 60_000 })
  await client.query('rollback')
}

async function killProcess(turn: number): Promise<void> {
  const service = services[Math.floor(turn / 2) % services.length]
  await service?.kill()
  await service?.restart()
}

/** When all is folded, the counts of every level are what a count anew gives. */
async function expectCounts(): Promise<void> {
  const pending = 'select from tabularium.count_deltas limit 1'
  await until('all is folded', async () => (await database.query(pending)).length === 0, { within: 60_000 })
  const counts = await database.query(
    `select level, block, records from tabularium.counts
    where records <> 0 and model = (select number from tabularium.models where name = $1) order by 1, 2`,
    [Tag],
  )
  const anew = await database.query(`select level::smallint, id >> (5 + level * 5) as block, count(*) as records
    from ${table}, generate_series(1, 5) as level group by 1, 2 order by 1, 2`)
  expect(counts).toEqual(anew)
}
