import pg from 'pg'
import { loadModels } from '../src/model/loadModels.ts'
import type { Model } from '../src/model/Model.ts'
import type { Models } from '../src/model/Models.ts'
import { countRecords } from '../src/schema/compareRegistry.ts'
import type { Sql } from '../src/sql/sql.ts'
import { fillQuickly } from './fillQuickly.ts'
import { admin, Client } from '../test/harness/client.ts'
import { contactsFolder, runTabularium } from '../test/harness/commandLine.ts'
import { makeRole, makeUser, openSession } from '../test/harness/people.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../test/harness/service.ts'

export const contactModel = 'com.example.contacts.Contact'
const table = 'record.com_example_contacts_contact'

/** A database with a number of contacts, a service on it, and a direct connection to the database. */
export class BenchService {
  readonly size: number
  readonly name: string
  readonly models: Models
  readonly model: Model
  readonly connection: pg.Client
  readonly client: Client
  /** A user who sees all contacts, but not all of their fields. */
  readonly clerk: Client
  readonly service: ServiceProcess
  /** The ids are 1 to this, with gaps. */
  readonly lastId: number
  readonly #prepared = new Map<string, string>()

  private constructor(
    size: number,
    name: string,
    models: Models,
    connection: pg.Client,
    service: ServiceProcess,
    client: Client,
    clerk: Client,
  ) {
    this.size = size
    this.name = name
    this.models = models
    this.model = requireContact(models)
    this.connection = connection
    this.service = service
    this.client = client
    this.clerk = clerk
    this.lastId = lastIdOf(size)
  }

  static async build(server: string, size: number): Promise<BenchService> {
    const name = `tabularium_growth_${size}`
    const url = new URL(server)
    await query(server, `create database ${name} template template0`)
    url.pathname = `/${name}`
    const env = { DATABASE_URL: url.href }
    await runTabularium(['migrate', 'apply', '--models', contactsFolder], env)
    await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
    const models = await loadModels(contactsFolder)
    const connection = new pg.Client({
      connectionString: url.href,
      options: '-c plan_cache_mode=force_generic_plan',
    })
    await connection.connect()
    await fill(connection, size, requireContact(models))
    const service = await startProcess(url.href)
    const client = await loggedIn(service)
    return new BenchService(
      size,
      name,
      models,
      connection,
      service,
      client,
      await openClerk(service, client, connection),
    )
  }

  /** The time in milliseconds that PostgreSQL needs to execute a statement, without the round trip. */
  async time(statement: Sql): Promise<number> {
    const { text, values } = statement.toQuery()
    const explained = `explain (analyze, timing off, format json) ${await this.#prepare(text, values)}`
    const { rows } = await this.connection.query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(explained)
    return rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN
  }

  /** The plan of a statement with the actual figures of each node. */
  async explain(statement: Sql): Promise<string> {
    const { text, values } = statement.toQuery()
    const explained = `explain (analyze, buffers) ${await this.#prepare(text, values)}`
    const { rows } = await this.connection.query<{ 'QUERY PLAN': string }>(explained)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  async #prepare(text: string, values: readonly unknown[]): Promise<string> {
    let name = this.#prepared.get(text)
    if (name === undefined) {
      name = `growth_${this.#prepared.size}`
      this.#prepared.set(text, name)
      await this.connection.query(`prepare ${name} as ${text}`)
    }
    const given = values.map((value) => `'${Array.isArray(value) ? `{${value.join()}}` : String(value)}'`)
    return `execute ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`
  }

  async drop(server: string): Promise<void> {
    this.client.close()
    this.clerk.close()
    await this.service.stop()
    await this.connection.end()
    await query(server, `drop database ${this.name} with (force)`)
  }
}

/** Every fiftieth id is missing, as after deletes. */
function lastIdOf(size: number): number {
  return Math.ceil((size * 50) / 49)
}

async function openClerk({ url }: ServiceProcess, admin: Client, connection: pg.Client): Promise<Client> {
  const readFields = ['fullName', 'email', 'phone', 'status']
  const role = await makeRole(admin, 'clerk', [{ model: contactModel, read: true, readFields }])
  const { id } = await makeUser(admin, 'clerk', [role])
  const database = { query: async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows }
  const clerk = new Client(url)
  clerk.cookie = await openSession(database, id)
  return clerk
}

async function fill(connection: pg.Client, size: number, model: Model): Promise<void> {
  const insert = `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name,
    last_name, email, status, credit)
    select n, 0, now(), 1, now(), 1, 'First' || n, 'Last' || n % 1000, 'contact' || n || '@example.com', 'lead',
      n % 10000
    from generate_series(1, ${lastIdOf(size)}) as n where n % 50 <> 7 limit ${size}`
  await fillQuickly(connection, table, insert, { withTextSearch: true })
  await connection.query(countRecords(model).toText())
  await connection.query(`select setval('${table}_ids', ${lastIdOf(size)})`)
  await connection.query(`vacuum (analyze) ${table}`)
  await connection.query('vacuum (analyze) tabularium.counts')
  await connection.query('checkpoint')
}

function requireContact(models: Models): Model {
  const model = models.all.find(({ name }) => name === contactModel)
  if (!model) throw new Error(`The example must have the model ${contactModel}.`)
  return model
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
