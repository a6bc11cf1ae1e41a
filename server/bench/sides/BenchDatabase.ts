import pg from 'pg'
import { loadModels } from '../../src/model/loadModels.ts'
import { countRecords } from '../../src/schema/compareRegistry.ts'
import { Cluster } from '../../test/harness/Cluster.ts'
import { contactsFolder } from '../../test/harness/commandLine.ts'
import { migrate } from '../../test/harness/globalSetup.ts'
import { fillQuickly } from '../fillQuickly.ts'
import { tokenPrefix, tokenWidth } from './tokens.ts'

export const contactModel = 'com.example.contacts.Contact'
export const table = 'record.com_example_contacts_contact'

export interface GroundSize {
  readonly records: number
  readonly sessions: number
}

const companies = 1_000

/** As in production: commits wait for the disk. There is enough memory for the table and space for its log. */
const settings = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
]

/** The PostgreSQL that all sides use, with the records and the sessions. */
export class BenchDatabase {
  readonly size: GroundSize
  readonly cluster: Cluster
  readonly connection: pg.Client

  private constructor(size: GroundSize, cluster: Cluster, connection: pg.Client) {
    this.size = size
    this.cluster = cluster
    this.connection = connection
  }

  static async prepare(size: GroundSize): Promise<BenchDatabase> {
    const cluster = await Cluster.start({ durable: true, settings })
    const connection = new pg.Client({ connectionString: cluster.urlOf('postgres') })
    try {
      await migrate(cluster.urlOf('postgres'))
      await connection.connect()
      const database = new BenchDatabase(size, cluster, connection)
      await database.#fill()
      return database
    } catch (error) {
      await connection.end().catch(() => {})
      await cluster.stop()
      throw error
    }
  }

  get url(): string {
    return this.cluster.urlOf('postgres')
  }

  /** Flushes earlier writes to disk, so that all sides that write start under the same conditions. */
  async settle(): Promise<void> {
    await this.connection.query('checkpoint')
  }

  /** The versions of records by id. */
  async versionsOf(ids: readonly number[]): Promise<Map<number, number>> {
    const { rows } = await this.connection.query<{ id: string; version: string }>(
      `select id, version from ${table} where id = any($1::bigint[])`,
      [ids],
    )
    return new Map(rows.map(({ id, version }) => [Number(id), Number(version)]))
  }

  async postgresVersion(): Promise<string> {
    const { rows } = await this.connection.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  }

  async #fill(): Promise<void> {
    const { records, sessions } = this.size
    await this.#insertCompanies()
    const insert = `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name,
        last_name, email, phone, status, credit, vip, birth_date, company)
      select n, 0, now(), 1, now(), 1, 'First' || n,
        'Last' || n % 1000, 'contact' || n || '@example.com', '+33 1 ' || n,
        (array['lead', 'customer', 'former'])[1 + n % 3], n % 10000, n % 7 = 0,
        date '1970-01-01' + n % 10000, 1 + n % ${companies}
      from generate_series(1, ${records}) as n`
    await fillQuickly(this.connection, table, insert, { withTextSearch: true })
    await this.#run(`insert into record.tabularium_session (id, version, created_on, updated_on, "user", token_hash,
      used_on)
      select nextval('record.tabularium_session_ids'), 0, now(), now(), 1,
        encode(sha256(convert_to('${tokenPrefix}' || lpad(n::text, ${tokenWidth}, '0'), 'UTF8')), 'hex'), now()
      from generate_series(1, ${sessions}) as n`)
    await this.#run(`select setval('${table}_ids', ${records})`)
    await this.#recount()
    await this.#run('vacuum (analyze)')
    await this.#run('checkpoint')
  }

  async #insertCompanies(): Promise<void> {
    const company = 'record.com_example_contacts_company'
    await this.#run(`insert into ${company} (id, version, created_on, updated_on, name, country)
      select n, 0, now(), now(), 'Company ' || n, 'FR' from generate_series(1, ${companies}) as n`)
    await this.#run(`select setval('${company}_ids', ${companies})`)
  }

  async #recount(): Promise<void> {
    const models = await loadModels(contactsFolder)
    await this.#run('truncate tabularium.counts, tabularium.count_deltas')
    for (const model of models.all) await this.#run(countRecords(model).toText())
  }

  async #run(text: string): Promise<void> {
    await this.connection.query(text)
  }

  async stop(): Promise<void> {
    await this.connection.end()
    await this.cluster.stop()
  }
}
