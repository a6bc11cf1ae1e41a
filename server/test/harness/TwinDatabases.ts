import { Client, type Message, type Reply } from './client.ts'
import { copyDatabase, createDatabase, type TestDatabase } from './database.ts'
import { toHash } from '../../src/session/apiKey.ts'
import { openSession } from './people.ts'
import { type ServiceProcess, startProcess } from './service.ts'

export interface Side {
  readonly database: TestDatabase
  readonly service: ServiceProcess
  readonly client: Client
}

/** The credentials of a user. */
export interface Recognised {
  readonly userId: number
  /** The cookie of the session. */
  readonly token: string
  readonly key: string
  /** The ids of the roles that the key is limited to. */
  readonly limits: readonly number[]
}

/** Two databases that differ only in what some users may not see, each with a service. */
export class TwinDatabases {
  readonly left: Side
  readonly right: Side

  private constructor(left: Side, right: Side) {
    this.left = left
    this.right = right
  }

  /** Fills a database, copies it twice, and changes in one copy what the users may not see. */
  static async start(
    fill: (side: Side) => Promise<void>,
    change: (database: TestDatabase) => Promise<void>,
  ): Promise<TwinDatabases> {
    const draft = await open(await createDatabase())
    await fill(draft)
    draft.client.close()
    await draft.service.stop()
    const [left, right] = [await copyDatabase(draft.database), await copyDatabase(draft.database)]
    await draft.database.drop()
    await change(right)
    return new TwinDatabases(await open(left), await open(right))
  }

  /** Sends the same request to both. */
  async exchange(method: string, path: string, message: Message): Promise<[Reply, Reply]> {
    const ask = ({ client }: Side) => client.exchange(method, path, message)
    return Promise.all([ask(this.left), ask(this.right)])
  }

  /** Restores, in both, sessions and keys that users have ended themselves. */
  async revive(person: Recognised): Promise<void> {
    const { userId, token, key } = person
    for (const { database } of [this.left, this.right]) {
      const session = 'select from record.tabularium_session where token_hash = $1'
      if ((await database.query(session, [toHash(token)])).length === 0) await openSession(database, userId, token)
      const alive = 'update record.tabularium_key set expires_on = null where token_hash = $1 returning id'
      if ((await database.query(alive, [toHash(key)])).length === 0) await renewKey(database, person)
    }
  }

  async stop(): Promise<void> {
    for (const { client, service, database } of [this.left, this.right]) {
      client.close()
      await service.stop()
      await database.drop()
    }
  }
}

async function open(database: TestDatabase): Promise<Side> {
  const service = await startProcess(database.url)
  return { database, service, client: new Client(service.url, 16) }
}

async function renewKey(database: TestDatabase, { userId, key, limits }: Recognised): Promise<void> {
  await database.query(
    `with made as (
      insert into record.tabularium_key (id, version, created_on, created_by, updated_on, updated_by, "user", name,
        token_hash)
      values (nextval('record.tabularium_key_ids'), 0, now(), $1, now(), $1, $1, 'key', $2) returning id
    )
    insert into record.tabularium_key_roles_links (source, target) select made.id, role
    from made, unnest($3::bigint[]) as role`,
    [userId, toHash(key), limits],
  )
}

/** An answer without what differs between any two requests: request ids, times and random keys. */
export function withoutMoments({ status, text }: Reply): string {
  const told = text
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|\+00:00)/g, 'then')
    .replace(/"usedOn":null/g, '"usedOn":"then"')
    .replace(/tab_[0-9A-Za-z]+/g, 'tab_')
  return `HTTP ${status} ${told}`
}
