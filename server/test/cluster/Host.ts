import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pause } from '../harness/poll.ts'
import { toPatroniFile } from './toPatroniFile.ts'

const deployed = fileURLToPath(import.meta.resolve('../../../deploy/patroni/patroni.yml'))
/** Servers run as the user of Debian's PostgreSQL and never as root. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

/** What a host of the cluster runs. */
export type Part = 'etcd' | 'patroni' | 'postgres'

/** One of the three hosts of the cluster: etcd, Patroni and PostgreSQL in a network and on a file system of its own. */
export class Host {
  readonly number: number
  readonly name: string
  readonly address: string
  readonly folder: string
  readonly #started = new Map<'etcd' | 'patroni', ChildProcess>()

  constructor(number: number) {
    this.number = number
    this.name = `pg${number}`
    this.address = `10.0.0.${number}`
    this.folder = `/mnt/host${number}`
  }

  startEtcd(): void {
    const { address, folder, name } = this
    const peers = [1, 2, 3].map((host) => `pg${host}=http://10.0.0.${host}:2380`).join(',')
    const options = {
      name,
      'data-dir': `${folder}/etcd`,
      'enable-v2': 'true',
      logger: 'zap',
      'log-level': 'error',
      'listen-client-urls': `http://${address}:2379`,
      'advertise-client-urls': `http://${address}:2379`,
      'listen-peer-urls': `http://${address}:2380`,
      'initial-advertise-peer-urls': `http://${address}:2380`,
      'initial-cluster': peers,
    }
    this.#start('etcd', ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)])
  }

  startPatroni(): void {
    writeFileSync(this.patroniFile, toPatroniFile(readFileSync(deployed, 'utf8'), this))
    this.#start('patroni', ['patroni', this.patroniFile])
  }

  get patroniFile(): string {
    return `/mnt/${this.name}.yml`
  }

  /** The processes of some parts; PostgreSQL with all its children. */
  async processes(parts: readonly Part[]): Promise<number[]> {
    const own = parts.flatMap((part) => (part === 'postgres' ? [] : [this.#started.get(part)?.pid ?? 0]))
    return [...own, ...(parts.includes('postgres') ? await this.#postgres() : [])].filter((pid) => pid > 0)
  }

  /** Sends a signal to all processes of some parts, those of one part at once. */
  async signal(signal: NodeJS.Signals, parts: readonly Part[]): Promise<void> {
    for (const pid of await this.processes(parts)) tryKill(pid, signal)
  }

  /** Kills only the first process of PostgreSQL: its children notice, and Patroni starts it again. */
  async killPostmaster(): Promise<void> {
    const [postmaster] = await this.#postgres()
    if (postmaster !== undefined) tryKill(postmaster, 'SIGKILL')
  }

  /** Kills some parts without notice, as a loss of power does, and waits until they are gone. */
  async kill(parts: readonly Part[]): Promise<void> {
    const gone = parts.flatMap((part) => {
      const child = part === 'postgres' ? undefined : this.#started.get(part)
      return child && child.exitCode === null && child.signalCode === null ? [once(child, 'exit')] : []
    })
    await this.signal('SIGKILL', parts)
    await Promise.all(gone)
    await pause(100)
  }

  /** Fills the file system of the host, or makes room again. */
  fillDisk(full: boolean): void {
    const filler = `${this.folder}/filler`
    if (full) spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' })
    else rmSync(filler, { force: true })
  }

  #start(part: 'etcd' | 'patroni', command: readonly string[]): void {
    const log = openSync(`/mnt/${this.name}-${part}.log`, 'a')
    const args = ['netns', 'exec', `host${this.number}`, ...asPostgres, ...command]
    const { PATH = '' } = process.env
    const child = spawn('ip', args, {
      stdio: ['ignore', log, log],
      detached: true,
      cwd: '/mnt',
      env: { PATH: `${PATH}:/usr/sbin:/sbin`, HOME: this.folder },
    })
    this.#started.set(part, child)
  }

  async #postgres(): Promise<number[]> {
    const file = await readFile(`${this.folder}/data/postmaster.pid`, 'utf8').catch(() => '')
    const postmaster = Number(file.split('\n')[0])
    if (!postmaster) return []
    return [postmaster, ...(await childrenOf(postmaster))]
  }
}

/** The processes that a process started. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const
    }),
  )
  return parents.filter(([, itsParent]) => itsParent === parent).map(([pid]) => pid)
}

export function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
