import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from './client.ts'
import { Contact } from './contract.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import type { OpenLoopFigures, OpenLoopOptions } from './openLoop.ts'
import { allActions, makeRole, makeUser, openSession } from './people.ts'
import { pause } from './poll.ts'
import { loggedIn, type ServiceProcess, startProcess } from './service.ts'

const programs = { quiet: import.meta.resolve('./openLoop.ts'), hostile: import.meta.resolve('./hostileLoad.ts') }

/** How much one user was affected by another, and what it cost. Memory is in bytes. */
export interface HostileFigures {
  readonly alone: OpenLoopFigures
  readonly beside: OpenLoopFigures
  /** The number of answers to the hostile user, by status. */
  readonly answers: Record<string, number>
  readonly service: number
  /** The memory of the largest PostgreSQL process that worked for the service. */
  readonly backend: number
}

export interface HostileSize {
  readonly seconds: number
  readonly connections: number
  readonly unread: number
}

/** A service in its own process, with enough records, a hostile user and a quiet one. */
export class HostileStage {
  readonly service: ServiceProcess
  readonly #database: TestDatabase
  readonly #cookies: Record<keyof typeof programs, string>

  private constructor(service: ServiceProcess, database: TestDatabase, cookies: Record<keyof typeof programs, string>) {
    this.service = service
    this.#database = database
    this.#cookies = cookies
  }

  static async start(): Promise<HostileStage> {
    const database = await createDatabase()
    const service = await startProcess(database.url)
    const admin = await loggedIn(service)
    const role = await makeRole(admin, 'everything', [{ model: '*', ...allActions }])
    const users = [await makeUser(admin, 'quiet', [role]), await makeUser(admin, 'mallory', [role])]
    await fill(database, admin)
    admin.close()
    const [quiet = '', hostile = ''] = await Promise.all(users.map(({ id }) => openSession(database, id)))
    return new HostileStage(service, database, { quiet, hostile })
  }

  async stop(): Promise<void> {
    await this.service.stop()
    await this.#database.drop()
  }

  /**
   * Measures the quiet user alone and together with the hostile one, in turns, so that other load on the machine
   * affects both alike.
   */
  async measure(turns: number, size: HostileSize): Promise<HostileFigures[]> {
    const figures: HostileFigures[] = []
    for (let turn = 0; turn < turns; turn++) {
      const alone = await this.#ask(Math.max(2, size.seconds / 4))
      const attack = this.#run<Record<string, number>>('hostile', { ...size, cookie: this.#cookies.hostile })
      await pause(500)
      const [beside, memory] = await Promise.all([this.#ask(size.seconds - 1), this.#watch(size.seconds - 1)])
      figures.push({ alone, beside, answers: await attack, ...memory })
    }
    return figures
  }

  /** Reads by id, 50 a second. */
  #ask(seconds: number): Promise<OpenLoopFigures> {
    const requests = Array.from(
      { length: 100 },
      (_, index) =>
        `GET /ws/rest/${Contact}/${index + 10} HTTP/1.1\r\nHost: x\r\nCookie: ${this.#cookies.quiet}\r\n\r\n`,
    )
    const options: Omit<OpenLoopOptions, 'url'> = { rate: 50, seconds, connections: 8, requests }
    return this.#run('quiet', options)
  }

  async #run<T>(program: keyof typeof programs, options: object): Promise<T> {
    const given = JSON.stringify({ url: this.service.url, ...options })
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(programs[program]), given])
    return JSON.parse(stdout) as T
  }

  /** The peak memory of the service and its backends. */
  async #watch(seconds: number): Promise<{ service: number; backend: number }> {
    const end = performance.now() + seconds * 1_000
    let [service, backend] = [0, 0]
    while (performance.now() < end) {
      const rows = await this.#database.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and application_name = 'tabularium'`,
        [this.#database.name],
      )
      service = Math.max(service, memoryOf(this.service.pid, 'VmRSS'))
      backend = Math.max(backend, ...rows.map(({ pid }) => memoryOf(pid, 'RssAnon')))
      await pause(100)
    }
    return { service, backend }
  }
}

async function fill(database: TestDatabase, admin: Client): Promise<void> {
  await database.query(`insert into record.com_example_contacts_contact
      (id, version, created_on, updated_on, first_name, last_name, notes)
    select nextval('record.com_example_contacts_contact_ids'), 0, now(), now(), 'First', 'Last ' || n,
      repeat(md5(n::text), 60)
    from generate_series(1, 3000) n`)
  await database.query('analyze')
  for (let version = 0; version < 60; version++)
    await admin.update(Contact, 1, { version, notes: `${version} ${'h'.repeat(9_000)}` })
}

function memoryOf(pid: number, kind: 'VmRSS' | 'RssAnon'): number {
  try {
    const [, kilobytes = '0'] =
      new RegExp(`${kind}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
