import { readdir, readFile } from 'node:fs/promises'

/** Processor time since a process or the machine was started, in ticks of 10 ms. */
export interface Ticks {
  readonly server: number
  readonly postgres: number
  readonly client: number
  /** This process, which only measures. */
  readonly own: number
  /** All processes of the machine. */
  readonly busy: number
  /** Time that the host gave to other machines. */
  readonly stolen: number
}

/** The processes whose time is read. */
export interface Watched {
  readonly server: readonly number[]
  readonly postgres: number
  readonly client: number | undefined
}

/** Processors in use on average: 1 means one full processor. */
export interface Processors {
  readonly server: number
  readonly postgres: number
  readonly client: number
  /** Processes that are not ours and disturb the measurement. */
  readonly others: number
  readonly stolen: number
}

interface Stat {
  readonly parent: number
  readonly own: number
  /** Of children that have ended. */
  readonly children: number
}

const ticksPerSecond = 100

/** The ticks until now; undefined if the system does not report them, as on any system but Linux. */
export async function readTicks({ server, postgres, client }: Watched): Promise<Ticks | undefined> {
  const machine = await readFile('/proc/stat', 'utf8').catch(() => undefined)
  if (machine === undefined) return undefined
  const [, user = 0, nice = 0, system = 0, , , hard = 0, soft = 0, stolen = 0] = (machine.split('\n')[0] ?? '')
    .split(/ +/)
    .map(Number)
  const stats = await readStats()
  const self = stats.get(process.pid)
  return {
    server: server.reduce((sum, pid) => sum + ticksOfTree(pid, stats), 0),
    postgres: ticksOfTree(postgres, stats),
    client: client === undefined ? (self?.children ?? 0) : ticksOfTree(client, stats),
    own: self?.own ?? 0,
    busy: user + nice + system + hard + soft,
    stolen,
  }
}

/** What was used between two readings. */
export function toProcessors(from: Ticks | undefined, to: Ticks | undefined, milliseconds: number): Processors {
  const none = { server: 0, postgres: 0, client: 0, own: 0, busy: 0, stolen: 0 }
  const [start, end] = [from ?? none, to ?? none]
  const used = (key: keyof Ticks) => (end[key] - start[key]) / ticksPerSecond / (milliseconds / 1_000)
  const [server, postgres, client] = [used('server'), used('postgres'), used('client')]
  const others = Math.max(0, used('busy') - server - postgres - client - used('own'))
  return { server, postgres, client, others, stolen: used('stolen') }
}

/** A process with all its children, including those that have ended. */
function ticksOfTree(pid: number, stats: ReadonlyMap<number, Stat>): number {
  const stat = stats.get(pid)
  if (!stat) return 0
  const children = [...stats].filter(([, { parent }]) => parent === pid)
  return stat.own + stat.children + children.reduce((sum, [child]) => sum + ticksOfTree(child, stats), 0)
}

async function readStats(): Promise<Map<number, Stat>> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number)
  const read = await Promise.all(pids.map(async (pid) => [pid, await readStat(pid)] as const))
  return new Map(read.flatMap(([pid, stat]) => (stat ? [[pid, stat] as const] : [])))
}

async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name of the program, in brackets, may have spaces in it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (index: number) => fields[index] ?? 0
  return { parent: at(1), own: at(11) + at(12), children: at(13) + at(14) }
}
