import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/request/log.ts'
import { loadDeclarations } from '../../src/model/loadModels.ts'
import type { Models } from '../../src/model/Models.ts'
import { serve, type ServeOptions } from '../../src/boot/serve.ts'
import { parseSettings } from '../../src/settings/parseSettings.ts'
import { Client } from './client.ts'
import { contactsFolder, spawnTabularium } from './commandLine.ts'
import { until } from './poll.ts'

/** A service under test, in this process or in its own. */
export interface TestService {
  readonly url: string
  readonly healthUrl: string
  /** The lines of its log so far. */
  logs(): string
  stop(): Promise<void>
}

/** A service in its own process. */
export interface ServiceProcess extends TestService {
  readonly pid: number
  /** Whether the process still runs. */
  isAlive(): boolean
  /** Its exit code; null while it runs, or if a signal ended it. */
  exitCode(): number | null
  /** Kills it without notice. */
  kill(): Promise<void>
}

/** Settings by name, as the command line accepts them. */
export type Flags = Readonly<Record<string, string>>

/** Tests log in more often than people do, so only tests of the limits have limits. */
const quick: Flags = { port: '0', healthPort: '0', drainDelay: '0s', loginAttempts: '1000000', loginRate: '1000000' }

/** The default limits of logins. */
export const ownLimits: Flags = { loginAttempts: '5', loginWait: '15m', loginRate: '20' }

/** Limits for many requests that wait for each other: on a slow machine longer than a service would let them. */
export const patient: Flags = { queueTimeout: '30s', requestTimeout: '60s' }

/** Starts the service in the test's process, on a free port. */
export async function startService(
  databaseUrl: string,
  flags: Flags = {},
  models?: Models,
  more: Partial<
    Pick<ServeOptions, 'consoleFolder' | 'folder' | 'extension' | 'now' | 'random' | 'roles' | 'logic' | 'signIn'>
  > = {},
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-log-'))
  const file = join(folder, 'service.log')
  // Not closed before the process ends, because lines may still arrive after the service has ended.
  const descriptor = openSync(file, 'a')
  const source = { flags: { ...quick, models: contactsFolder, ...flags }, env: { DATABASE_URL: databaseUrl } }
  const settings = parseSettings('serve', source)
  const log = createLog({ level: settings.logLevel, fileDescriptor: descriptor, onExit: () => {} })
  const end = async () => {
    await new Promise<void>((resolve) => log.flush(() => resolve()))
    await rm(folder, { recursive: true })
  }
  const service = await serve({
    settings,
    ...(models ? { models } : await loadDeclarations(contactsFolder)),
    log,
    version: '0.0.0',
    newRequestId: () => randomBytes(12).toString('base64url'),
    newToken: () => randomBytes(32),
    now: () => Date.now(),
    random: () => Math.random(),
    ...more,
  }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    url: service.url,
    healthUrl: service.healthUrl,
    logs: () => {
      log.flush()
      return readFileSync(file, 'utf8')
    },
    stop: async () => {
      await service.drain()
      await end()
    },
  }
}

/** Starts the service as a separate process and waits until it serves. */
export async function startProcess(
  databaseUrl: string,
  flags: Flags = {},
  main?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const given = Object.entries({ ...quick, models: contactsFolder, ...flags })
  const args = given.flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
  const child = spawnTabularium(['serve', ...args], { DATABASE_URL: databaseUrl, ...env }, main)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const started = await until(
    'the service serves',
    () => {
      if (!isAlive()) throw new Error(`The service ended while it started: ${output}`)
      return findServing(output)
    },
    { within: 120_000 },
  )
  const end = async (signal: NodeJS.Signals) => {
    if (!isAlive()) return
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }
  return {
    ...started,
    pid: child.pid ?? 0,
    isAlive,
    exitCode: () => child.exitCode,
    logs: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function findServing(output: string): { url: string; healthUrl: string } | undefined {
  const line = output.split('\n').find((one) => one.includes('"msg":"serving"'))
  return line === undefined ? undefined : JSON.parse(line)
}

/** A client with a session of the administrator. */
export async function loggedIn(service: { readonly url: string }, connections = 1): Promise<Client> {
  const client = new Client(service.url, connections)
  const reply = await client.login()
  if (reply.status !== 200) throw new Error(`The administrator cannot log in: HTTP ${reply.status} ${reply.text}`)
  return client
}

/** Several clients, each on its own connection, that share a session of the administrator. */
export async function manyLoggedIn(service: { readonly url: string }, count: number): Promise<Client[]> {
  const session = await loggedIn(service)
  session.close()
  return Array.from({ length: count }, () => {
    const client = new Client(service.url)
    client.cookie = session.cookie
    return client
  })
}

/** The status that `/ready` answers now. */
export async function askReady({ healthUrl }: TestService): Promise<number> {
  const client = new Client(healthUrl)
  const { status } = await client.exchange('GET', '/ready')
  client.close()
  return status
}
