import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { admin } from '../../test/harness/client.ts'
import { Cluster } from '../../test/harness/Cluster.ts'
import { runTabularium } from '../../test/harness/commandLine.ts'
import { until } from '../../test/harness/poll.ts'

/** CPU time in microseconds. */
export interface CpuTime {
  readonly service: number
  readonly postgres: number
}

/** A checkout of the project that serves the contacts example, with a PostgreSQL of its own. */
export interface GuardSide {
  call(method: string, path: string, body?: object): Promise<string>
  /** What the service and its PostgreSQL have used until now. */
  cpuTime(): CpuTime
  /** The version of each contact as far as it is known, by the number of the client. */
  readonly versions: Map<number, number>
  /** Removes the dead versions of rows, which would cost more with every round: nothing else does it here. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

export const contacts = '/ws/rest/com.example.contacts.Contact'
/** How many clients ask at a time, and how many contacts there are for them to read. */
export const many = 64

/** Starts the service of a checkout. */
export async function startSide(folder: string): Promise<GuardSide> {
  const cluster = await Cluster.start({ durable: false, settings: ['autovacuum=off'] })
  const logs = mkdtempSync(join(tmpdir(), 'tabularium-guard-'))
  const stops = [() => cluster.stop(), async () => rmSync(logs, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.toReversed()) await one()
  }
  try {
    const main = join(folder, 'server/bin/tabularium.js')
    const models = join(folder, 'examples/contacts')
    const env = { DATABASE_URL: cluster.urlOf('postgres') }
    await runTabularium(['migrate', 'apply', '--models', models], env, '', main)
    await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password, main)
    // Its log goes to a file, as that of a service often does: to read it here would cost this process time.
    const log = join(logs, 'log.txt')
    const output = openSync(log, 'w')
    const args = [main, 'serve', '--models', models, '--port', '0', '--health-port', '0']
    const environment = { PATH: process.env.PATH ?? '', ...env }
    const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', output, output] })
    stops.push(async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'close')
      child.kill()
      await ended
    })
    const url = await until('the service serves', () => findUrl(log, child.exitCode), { within: 60_000 })
    // One connection for all rounds: what it used must not go away with it in the middle of a sample.
    const keeper = new Client({ connectionString: cluster.urlOf('postgres') })
    await keeper.connect()
    stops.push(() => keeper.end())
    const tidy = async () => void (await keeper.query('vacuum (analyze)'))
    return await logIn(url, { service: child.pid ?? 0, postmaster: cluster.pid }, { tidy, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

function findUrl(log: string, exitCode: number | null): string | undefined {
  const text = readFileSync(log, 'utf8')
  if (exitCode !== null) throw new Error(`The service ended while it started: ${text}`)
  const line = text.split('\n').find((one) => one.includes('"msg":"serving"'))
  return line === undefined ? undefined : JSON.parse(line).url
}

async function logIn(
  url: string,
  pids: { readonly service: number; readonly postmaster: number },
  { tidy, stop }: Pick<GuardSide, 'tidy' | 'stop'>,
): Promise<GuardSide> {
  const { hostname: host, port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: many })
  let cookie = ''
  const call = (method: string, path: string, body?: object) =>
    new Promise<string>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = {
        ...(cookie === '' ? {} : { cookie }),
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      }
      const request = http.request({ host, port, path, method, agent, headers }, (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
        response.on('end', () => {
          cookie ||= response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
          if (response.statusCode === 200) resolve(received)
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${received}`))
        })
      })
      request.on('error', reject).end(text)
    })
  await call('POST', '/callback', { username: admin.username, password: admin.password })
  for (let n = 0; n < many; n++) await call('PUT', contacts, { data: { firstName: 'Guard', lastName: `${n}` } })
  return {
    call,
    versions: new Map(),
    cpuTime: () => ({ service: cpuTimeOf(pids.service), postgres: cpuTimeOfChildren(pids.postmaster) }),
    tidy,
    stop: async () => {
      agent.destroy()
      await stop()
    },
  }
}

/** The time of all threads of a process in microseconds; 0 if it is gone. */
function cpuTimeOf(pid: number | string): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
    return times.reduce((sum, time) => sum + time, 0) / 1_000
  } catch {
    return 0
  }
}

function cpuTimeOfChildren(parent: number): number {
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${parent}`
    } catch {
      return false
    }
  }
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isChild(pid))
  return children.reduce((sum, pid) => sum + cpuTimeOf(pid), 0)
}
