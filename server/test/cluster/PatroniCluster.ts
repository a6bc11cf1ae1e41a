import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, type QueryResultRow } from 'pg'
import { until } from '../harness/poll.ts'
import { Host } from './Host.ts'

const networkScript = fileURLToPath(import.meta.resolve('./network.sh'))
const balancerFile = fileURLToPath(import.meta.resolve('../../../deploy/haproxy/postgresql.cfg'))

/** A member as Patroni's API names it. */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** Three hosts with etcd, Patroni and PostgreSQL, and HAProxy where the services are. */
export class PatroniCluster {
  readonly hosts = [1, 2, 3].map((number) => new Host(number))
  #balancer: ChildProcess | undefined

  /** Starts everything, and waits until one host is primary and another its synchronous standby. */
  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster()
    for (const host of cluster.hosts) host.startEtcd()
    await until('etcd answers', () => answers('http://10.0.0.1:2379/health'), { within: 60_000, every: 200 })
    for (const host of cluster.hosts) host.startPatroni()
    cluster.startBalancer()
    await cluster.whole()
    return cluster
  }

  startBalancer(): void {
    const log = openSync('/mnt/haproxy.log', 'a')
    this.#balancer = spawn('haproxy', ['-f', balancerFile], {
      stdio: ['ignore', log, log],
      detached: true,
      cwd: '/mnt',
    })
  }

  killBalancer(): void {
    this.#balancer?.kill('SIGKILL')
  }

  /** The host that Patroni calls the primary. */
  async primary(): Promise<Host | undefined> {
    const asked = await Promise.all(this.hosts.map((host) => answers(`http://${host.address}:8008/primary`)))
    return this.hosts.find((_, index) => asked[index])
  }

  async requirePrimary(): Promise<Host> {
    return until('there is a primary', () => this.primary(), { within: 120_000, every: 200 })
  }

  async synchronousStandby(): Promise<Host> {
    const found = (await this.#members()).find(({ role }) => role === 'sync_standby')
    const host = this.hosts.find(({ name }) => name === found?.name)
    if (!host) throw new Error('There is no synchronous standby.')
    return host
  }

  othersThan(host: Host): Host[] {
    return this.hosts.filter((other) => other !== host)
  }

  /** Waits until all three hosts run on one timeline, one of them as the primary and one as its synchronous standby. */
  async whole(): Promise<void> {
    await until('all hosts are members again', async () => isWhole(await this.#members()), {
      within: 240_000,
      every: 300,
    })
  }

  /** Asks Patroni to make the synchronous standby the primary. */
  async switchOver(): Promise<void> {
    const [from, to] = [await this.requirePrimary(), await this.synchronousStandby()]
    const roles = ['--leader', from.name, '--candidate', to.name]
    await promisify(execFile)('patronictl', ['-c', from.patroniFile, 'switchover', ...roles, '--force'], {
      cwd: '/mnt',
    })
  }

  network(change: 'cut' | 'split' | 'unreachable' | 'heal', host: Host): void {
    execFileSync(networkScript, [change, `${host.number}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Runs a statement on a host as the superuser. */
  async query<Row extends QueryResultRow>(
    host: Host,
    text: string,
    values: unknown[] = [],
    database?: string,
  ): Promise<Row[]> {
    const client = superuser(host, database)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  async #members(): Promise<Member[]> {
    for (const { address } of this.hosts) {
      try {
        const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
        return ((await reply.json()) as { members: Member[] }).members
      } catch {
        // Another host may answer.
      }
    }
    return []
  }
}

/** A connection of the superuser to a host. */
export function superuser(host: Host, database = 'records'): Client {
  return clientOf(host, 'postgres', database)
}

/** A connection to a host. */
export function clientOf({ address }: Host, role: string, database: string): Client {
  return new Client({
    connectionString: `postgres://${role}:choose-one@${address}:5432/${database}`,
    connectionTimeoutMillis: 10_000,
  })
}

function isWhole(members: readonly Member[]): boolean {
  const has = (wanted: string) => members.some(({ role }) => role === wanted)
  return (
    members.length === 3 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    has('leader') &&
    has('sync_standby') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  )
}

async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}
