import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { loadModels } from '../src/model/loadModels.ts'
import type { Models } from '../src/model/Models.ts'
import { countRecords } from '../src/schema/compareRegistry.ts'
import { admin } from '../test/harness/client.ts'
import { runTabularium } from '../test/harness/commandLine.ts'
import { makeRole, openSession, own } from '../test/harness/people.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../test/harness/service.ts'

const folder = fileURLToPath(import.meta.resolve('./models'))
export const Ticket = 'org.example.bench.Ticket'
const Team = 'org.example.bench.Team'
const table = 'record.org_example_bench_ticket'

/** The number of users, who all have the same number of tickets. */
const authors = 1_000
/** The number of users of each kind who have a session. */
export const people = 200

/** The kinds of people whose requests are compared. */
export const kinds = ['administrator', 'fields', 'own records', 'own fields'] as const
export type Kind = (typeof kinds)[number]

/** A service with many tickets of many users, and sessions of users with different rights. */
export class RulesBenchService {
  readonly url: string
  readonly service: ServiceProcess
  readonly models: Models
  readonly connection: pg.Client
  readonly size: number
  /** The cookies of `people` users for each kind of rights. All sessions of the administrator belong to one user. */
  readonly cookies: Readonly<Record<Kind, readonly string[]>>

  private constructor(
    options: Pick<RulesBenchService, 'url' | 'service' | 'models' | 'connection' | 'size' | 'cookies'>,
  ) {
    ;({
      url: this.url,
      service: this.service,
      models: this.models,
      connection: this.connection,
      size: this.size,
      cookies: this.cookies,
    } = options)
  }

  static async build(url: string, size: number): Promise<RulesBenchService> {
    const env = { DATABASE_URL: url }
    await runTabularium(['migrate', 'apply', '--models', folder], env)
    await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
    const models = await loadModels(folder)
    const connection = new pg.Client({
      connectionString: url,
      options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    })
    await connection.connect()
    await fill(connection, size, models)
    const service = await startProcess(url, { models: folder, logLevel: 'info' })
    const cookies = await openSessions(connection, service)
    return new RulesBenchService({ url, service, models, connection, size, cookies })
  }

  /** The id of a random ticket of the n-th user. */
  ticketOf(n: number, random: () => number): number {
    const rows = Math.floor(this.size / authors)
    return 1 + n + authors * Math.floor(random() * rows)
  }

  /** A random offset within the tickets that every user sees, which are at least their own. */
  anyOffset(random: () => number): number {
    return Math.floor((random() * this.size) / authors)
  }

  async stop(): Promise<void> {
    await this.service.stop()
    await this.connection.end()
  }
}

/** The n-th user has the id n + 2, and every thousandth ticket. */
async function fill(connection: pg.Client, size: number, models: Models): Promise<void> {
  for (const statement of [
    `insert into record.org_example_bench_team (id, version, created_on, updated_on, name)
      select n, 0, now(), now(), 'Team ' || n from generate_series(1, 20) as n`,
    `insert into record.tabularium_user (id, version, created_on, updated_on, username, name)
      select n + 2, 0, now(), now(), 'user' || n, 'User ' || n from generate_series(0, ${authors - 1}) as n`,
    `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, subject, status, team,
      amount, notes)
      select n + 1, 0, now(), n % ${authors} + 2, now(), n % ${authors} + 2, 'Subject ' || n, 'open', n % 20 + 1,
        n % 10000, 'Notes ' || n from generate_series(0, ${size - 1}) as n`,
    `select setval('record.tabularium_user_ids', ${authors + 10}), setval('${table}_ids', ${size + 10})`,
    ...[Ticket, Team, 'tabularium.User'].map((name) => countRecords(models.get(name)).toText()),
    `vacuum (analyze) ${table}`,
    'vacuum (analyze) record.tabularium_user',
    'vacuum (analyze) tabularium.counts',
    'checkpoint',
  ])
    await connection.query(statement)
}

async function openSessions(connection: pg.Client, service: ServiceProcess): Promise<Record<Kind, string[]>> {
  const client = await loggedIn(service)
  const list = ['subject', 'status', 'team', 'amount']
  const rules: Record<Exclude<Kind, 'administrator'>, object[]> = {
    fields: [{ model: Ticket, read: true, readFields: list }],
    'own records': [{ model: Ticket, read: true, condition: own }],
    'own fields': [
      { model: Ticket, read: true, readFields: ['subject', 'status', 'team'] },
      { model: Ticket, read: true, condition: own },
    ],
  }
  const database = { query: async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows }
  const cookies: Record<Kind, string[]> = { administrator: [], fields: [], 'own records': [], 'own fields': [] }
  for (const [at, kind] of kinds.entries()) {
    // The users of each kind have consecutive ids: the first 200, the next 200, …
    const ids = Array.from({ length: people }, (_, n) => (kind === 'administrator' ? 1 : 2 + (at - 1) * people + n))
    if (kind !== 'administrator') {
      const role = await makeRole(client, kind, [...rules[kind], { model: Team, read: true }])
      const links = 'insert into record.tabularium_user_roles_links (source, target) select unnest($1::bigint[]), $2'
      await connection.query(links, [ids, role.id])
    }
    for (const id of ids) cookies[kind].push(await openSession(database, id))
  }
  client.close()
  await connection.query('analyze')
  return cookies
}
