import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { Client, type Message, type Reply } from './client.ts'
import { copyDatabase, createDatabase, type TestDatabase } from './database.ts'
import { openSession } from './people.ts'
import { loggedIn, startService, type TestService } from './service.ts'

interface Side {
  readonly database: TestDatabase
  readonly service: TestService
  readonly client: Client
}

/** Two answers to one request. */
export type Both = readonly [Reply, Reply]

/**
 * Two services in this process, on two databases that differ only in what one user may not see. That user sends
 * requests to both.
 */
export class TwinServices {
  readonly #sides: readonly [Side, Side]
  asked = 0

  private constructor(sides: readonly [Side, Side]) {
    this.#sides = sides
  }

  /**
   * Fills a database and copies it; the given statements run in the copy. `fill` returns the id of the user who sends
   * requests.
   */
  static async open(
    models: Models,
    fill: (admin: Client) => Promise<number>,
    change: readonly string[],
  ): Promise<TwinServices> {
    const draft = await createDatabase()
    const connection = await Connection.open(draft.url)
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    const service = await startService(draft.url, {}, models)
    const admin = await loggedIn(service)
    const userId = await fill(admin)
    const cookie = await openSession(draft, userId)
    admin.close()
    await service.stop()
    const databases = [await copyDatabase(draft), await copyDatabase(draft)] as const
    await draft.drop()
    for (const statement of change) await databases[1].query(statement)
    const [left, right] = databases
    return new TwinServices([await open(left, models, cookie), await open(right, models, cookie)])
  }

  /** Sends the same request to both, with the same request id. */
  async ask(method: string, path: string, message: Message = {}): Promise<Both> {
    const headers = { 'x-request-id': `asked-${++this.asked}`, ...message.headers }
    const [left, right] = await Promise.all(
      this.#sides.map(({ client }) => client.exchange(method, path, { ...message, headers })),
    )
    if (!left || !right) throw new Error('Both have an answer.')
    return [left, right]
  }

  /** An administrator must see a difference; otherwise there is nothing to hide. */
  async askAsAdmin(method: string, path: string, message: Message = {}): Promise<Both> {
    const replies = await Promise.all(
      this.#sides.map(async ({ service }) => {
        const admin = await loggedIn(service)
        const reply = await admin.exchange(method, path, message)
        admin.close()
        return reply
      }),
    )
    return replies as [Reply, Reply]
  }

  /** The number of errors in the logs. */
  logs(): string {
    return this.#sides.map(({ service }) => service.logs()).join('')
  }

  async close(): Promise<void> {
    for (const { client, service, database } of this.#sides) {
      client.close()
      await service.stop()
      await database.drop()
    }
  }
}

async function open(database: TestDatabase, models: Models, cookie: string): Promise<Side> {
  const service = await startService(database.url, {}, models)
  const client = new Client(service.url, 8)
  client.cookie = cookie
  return { database, service, client }
}

/** An answer to the byte, except for the times of current writes, and the digest of them in an ETag. */
export function toBytes({ status, headers, text }: Reply): string {
  const now = new Date().toISOString().slice(0, 10)
  const moments = new RegExp(`${now}T\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z`, 'g')
  const { date: _, etag, ...others } = headers
  return JSON.stringify([status, others, etag?.split('-')[0], text.replace(moments, 'now')])
}
