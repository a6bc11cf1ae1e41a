import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, rmSync } from 'node:fs'
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { findBinaries } from './binaries.ts'
import { exactCpuTimeOf } from './cpuTime.ts'
import { until } from './poll.ts'

export interface ClusterOptions {
  readonly durable: boolean
  /** Further settings, such as `max_wal_size=4GB`. */
  readonly settings?: readonly string[]
  /** The folder of `initdb` and `postgres`; absent: that of the system. */
  readonly binaries?: string
}

/** A PostgreSQL server for one test, on a free port, in its own folder. */
export class Cluster {
  readonly port: number
  readonly #folder: string
  readonly #settings: readonly string[]
  readonly #binaries: string
  #server: ChildProcess | undefined

  private constructor(folder: string, port: number, settings: readonly string[], binaries = findBinaries()) {
    this.#folder = folder
    this.port = port
    this.#settings = settings
    this.#binaries = binaries
  }

  /** A durable server survives a crash of the machine, as in production; otherwise it is only fast. */
  static async start({ durable, settings: further = [], binaries }: ClusterOptions): Promise<Cluster> {
    const folder = await makeFolder(durable)
    const owner = findOwner()
    if (owner) chownSync(folder, owner.uid, owner.gid)
    const settings = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    const cluster = new Cluster(folder, await findFreePort(), [...settings, ...further], binaries)
    execFileSync(
      join(cluster.#binaries, 'initdb'),
      ['-D', cluster.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8', '-N'],
      {
        ...owner,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    await cluster.restart()
    return cluster
  }

  /** A standby that follows this server by streaming replication, until it is promoted or disconnected. */
  async startStandby(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'tabularium-postgres-'))
    const owner = findOwner()
    if (owner) chownSync(folder, owner.uid, owner.gid)
    const standby = new Cluster(folder, await findFreePort(), this.#settings)
    const source = ['-h', '127.0.0.1', '-p', `${this.port}`, '-U', 'postgres']
    execFileSync(
      join(findBinaries(), 'pg_basebackup'),
      [...source, '-D', standby.#data, '-R', '-X', 'stream', '-c', 'fast'],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await standby.restart()
    return standby
  }

  /** Copies the running server to a folder: where `restoreTo` begins. */
  backUp(folder: string): void {
    const source = ['-h', '127.0.0.1', '-p', `${this.port}`, '-U', 'postgres']
    const args = [...source, '-D', folder, '-X', 'stream', '-c', 'fast']
    execFileSync(join(findBinaries(), 'pg_basebackup'), args, { ...findOwner(), cwd: this.#folder, stdio: 'ignore' })
  }

  /** Waits until all WAL up to now is in the archive. */
  async archive(): Promise<void> {
    const [switched] = await this.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    await until('the WAL is archived', async () => {
      const [row] = await this.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver')
      return (row?.last ?? '') >= (switched?.file ?? '')
    })
  }

  /** Kills the server and puts a copy in its place: a backup with the archived WAL up to a moment. */
  async restoreTo(moment: string, { backup, archive }: { backup: string; archive: string }): Promise<void> {
    await this.kill()
    await rm(this.#data, { recursive: true })
    await cp(backup, this.#data, { recursive: true, preserveTimestamps: true })
    const settings = {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    await appendFile(join(this.#data, 'postgresql.auto.conf'), lines.join(''))
    await writeFile(join(this.#data, 'recovery.signal'), '')
    const owner = findOwner()
    if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, this.#data])
    await chmod(this.#data, 0o700)
    await this.restart()
    await until('the server is restored', async () => {
      const [row] = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return row?.standby === false
    })
  }

  /** Promotes a standby, whatever the old primary does. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()')
  }

  /** Disconnects a standby from its primary. */
  async cutOff(): Promise<void> {
    await this.query("alter system set primary_conninfo = ''")
    await this.query('select pg_reload_conf()')
    await until('the standby follows nobody', async () => {
      const rows = await this.query('select pid from pg_stat_wal_receiver')
      return rows.length === 0
    })
  }

  /** Runs one statement in the database `postgres`. */
  async query<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.urlOf('postgres') })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  /** The process that is the parent of all others of the server. */
  get pid(): number {
    return this.#requireServer().pid ?? 0
  }

  /** The time that the processes of the server that still run have used the processors, in milliseconds. */
  async cpuTime(): Promise<number> {
    const pids = [this.pid, ...(await listChildren(this.pid))]
    return pids.reduce((sum, pid) => sum + exactCpuTimeOf(pid), 0)
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  /** Starts it again after `kill`, and waits until it answers a query. */
  async restart(): Promise<void> {
    const settings = ['max_connections=200', 'listen_addresses=127.0.0.1', 'log_min_messages=fatal', ...this.#settings]
    const args = [
      '-D',
      this.#data,
      '-p',
      `${this.port}`,
      '-k',
      this.#folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]
    const server = spawn(join(this.#binaries, 'postgres'), args, { ...findOwner(), cwd: this.#folder, stdio: 'ignore' })
    this.#server = server
    // What a test, or the setup of a run, that failed left running ends with its process.
    const end = () => {
      server.kill('SIGQUIT')
      rmSync(this.#folder, { recursive: true, force: true })
    }
    process.once('exit', end)
    server.once('exit', () => process.off('exit', end))
    await until('PostgreSQL answers', () => this.#answers(), { within: 30_000 })
  }

  /** Kills the server and all its children, as a power failure would, without notice to the clients. */
  async kill(): Promise<void> {
    const server = this.#requireServer()
    const children = await listChildren(server.pid)
    const gone = once(server, 'exit')
    for (const pid of [server.pid, ...children]) if (pid !== undefined) tryKill(pid)
    await gone
    await until('the children are gone', async () => {
      const alive = await Promise.all(children.map((pid) => isRunning(pid)))
      return !alive.includes(true)
    })
  }

  /** Freezes the server and all its children (SIGSTOP): connections stay open and nothing is answered. */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  /** Continues them after `freeze`. */
  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this.#requireServer()
    for (const one of [pid, ...(await listChildren(pid))]) if (one !== undefined) tryKill(one, signal)
  }

  async stop(): Promise<void> {
    const server = this.#requireServer()
    if (server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      await gone
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  #requireServer(): ChildProcess {
    if (!this.#server) throw new Error('This cluster was never started.')
    return this.#server
  }

  async #answers(): Promise<boolean> {
    if (this.#server?.exitCode !== null) throw new Error('PostgreSQL ended while it started.')
    const client = new Client({ connectionString: this.urlOf('postgres'), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
}

const inMemory = '/dev/shm'
/** Most runs of the tests need less than 2 GB. */
const memoryNeeded = 6 * 2 ** 30

/** What need not survive is kept in memory where there is enough of it: a file system on a disk makes files slowly. */
async function makeFolder(durable: boolean): Promise<string> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }))
  const hasMemory = Math.min(bavail * bsize, freemem()) > memoryNeeded
  return mkdtemp(join(!durable && hasMemory ? inMemory : tmpdir(), 'tabularium-postgres-'))
}

/** PostgreSQL refuses to run as root: then it runs as the user that the system's package created. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: askId('-u'), gid: askId('-g') }
}

function askId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/**
 * A free port below the range for outgoing connections. So no other process takes it while its server is restarted, and
 * a client that connects meanwhile is not connected to itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

async function listChildren(parent: number | undefined): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number)
  const parents = await Promise.all(pids.map(async (pid) => [pid, (await readStat(pid))?.parent] as const))
  return parents.filter(([, itsParent]) => itsParent === parent).map(([pid]) => pid)
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readStat(pid)
  return stat !== undefined && stat.state !== 'Z'
}

async function readStat(pid: number): Promise<{ state: string; parent: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [state, parent] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  return state === undefined ? undefined : { state, parent: Number(parent) }
}

function tryKill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
