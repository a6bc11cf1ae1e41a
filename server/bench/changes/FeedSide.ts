import { admin, Client, recordOf } from '../../test/harness/client.ts'
import type { Cluster } from '../../test/harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../../test/harness/commandLine.ts'
import { Contact } from '../../test/harness/contract.ts'
import { cpuTimeOf } from '../../test/harness/cpuTime.ts'
import { makeKey } from '../../test/harness/people.ts'
import { type Flags, loggedIn, type ServiceProcess, startProcess } from '../../test/harness/service.ts'

/** The journal as it was before it had positions, and a mark that hardly moves. */
const withoutPositions = [
  'alter table tabularium.journal alter column position drop default, alter column change_set drop default',
  'drop index tabularium.journal_position_index',
  'drop index tabularium.journal_change_set_index',
]

/** A service in a process of its own, on a database of its own. */
export class FeedSide {
  readonly #cluster: Cluster
  readonly #database: string
  readonly service: ServiceProcess
  readonly clients: readonly Client[]
  /** An API key of the administrator. */
  readonly key: string
  #made = 0

  private constructor(cluster: Cluster, database: string, service: ServiceProcess, clients: Client[], key: string) {
    this.#cluster = cluster
    this.#database = database
    this.service = service
    this.clients = clients
    this.key = key
  }

  static async start(cluster: Cluster, database: string, connections: number, hasFeed = true): Promise<FeedSide> {
    await cluster.query(`create database ${database}`)
    const url = cluster.urlOf(database)
    await runTabularium(['migrate', 'apply', '--models', contactsFolder], { DATABASE_URL: url })
    await runTabularium(
      ['user', 'add', admin.username, '--admin', '--password-stdin'],
      { DATABASE_URL: url },
      admin.password,
    )
    for (const statement of hasFeed ? [] : withoutPositions) await queryOn(url, statement)
    // A page that waits is counted for some seconds after its client has gone.
    const flags: Flags = hasFeed ? { maxStreams: '1100' } : { releaseInterval: '1m' }
    const service = await startProcess(url, flags)
    const session = await loggedIn(service)
    const { token } = await makeKey(session, { name: 'bench' })
    const clients = Array.from({ length: connections }, () => {
      const client = new Client(service.url)
      client.cookie = session.cookie
      return client
    })
    session.close()
    return new FeedSide(cluster, database, service, clients, token)
  }

  /** CPU time of the service and of its connections to PostgreSQL so far, in milliseconds. */
  async cpuTime(): Promise<number> {
    const rows = await this.#cluster.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = '${this.#database}' and backend_type = 'client backend'`,
    )
    return [this.service.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + cpuTimeOf(pid), 0)
  }

  /** Creates a record and updates it until the time is up, with all clients; calls `onWrite` after each answer. */
  async write(period: number, onWrite: (id: number, version: number) => void = () => {}): Promise<number> {
    const end = performance.now() + period
    let writes = 0
    await Promise.all(
      this.clients.map(async (client) => {
        while (performance.now() < end) {
          const fields = { firstName: 'Ada', lastName: `Number ${this.#made++}`, status: 'lead', credit: '5.00' }
          const { id } = recordOf(await client.create(Contact, fields))
          onWrite(id, 0)
          recordOf(await client.update(Contact, id, { version: 0, vip: true }))
          onWrite(id, 1)
          writes += 2
        }
      }),
    )
    return writes
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close()
    await this.service.stop()
  }
}

async function queryOn(url: string, text: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
