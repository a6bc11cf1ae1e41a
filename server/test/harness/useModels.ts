import { afterAll, beforeAll } from 'vitest'
import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { planMigration } from '../../src/schema/planMigration.ts'
import type { Step } from '../../src/schema/Step.ts'
import { admin, Client } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { addUser } from './users.ts'
import { type Flags, loggedIn, startService, type TestService } from './service.ts'

/** A service whose models a test chooses and may change. */
export interface ModelsUnderTest {
  readonly database: TestDatabase
  readonly service: TestService
  /** A client with a session of the administrator. */
  readonly client: Client
  /** Migrates the database to these models, and serves them from now on. Data may be lost. */
  serve(models: Models): Promise<void>
  /** The steps that `serve` would apply. */
  plan(models: Models): Promise<Step[]>
  /** A client with a session of another, new administrator. */
  another(username: string): Promise<Client>
}

/** One database for all tests of a file, with a service that can be restarted with other models. */
export function useModels(models: Models, flags: Flags = {}): ModelsUnderTest {
  let database: TestDatabase | undefined
  let running: { service: TestService; client: Client } | undefined
  const others: Client[] = []
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The service is started before the tests and not while they are declared.')
    return value
  }
  const stop = async () => {
    for (const client of others.splice(0)) client.close()
    running?.client.close()
    await running?.service.stop()
    running = undefined
  }
  const serve = async (next: Models) => {
    await stop()
    const { url } = required(database)
    const connection = await Connection.open(url)
    await applyMigration(connection, next, { allowDataLoss: true })
    await connection.close()
    const service = await startService(url, flags, next)
    running = { service, client: await loggedIn(service, 32) }
  }
  beforeAll(async () => {
    database = await createDatabase()
    await serve(models)
  })
  afterAll(async () => {
    await stop()
    await database?.drop()
  })
  return {
    get database() {
      return required(database)
    },
    get service() {
      return required(running).service
    },
    get client() {
      return required(running).client
    },
    serve,
    plan: async (next) => {
      const connection = await Connection.open(required(database).url)
      try {
        return await planMigration((statement) => connection.query(statement), next)
      } finally {
        await connection.close()
      }
    },
    another: async (username) => {
      const client = await anotherUser(required(database), required(running).service, username)
      others.push(client)
      return client
    },
  }
}

/** A client with a session of a new administrator, with the password that all users have here. */
export async function anotherUser(database: TestDatabase, service: TestService, username: string): Promise<Client> {
  await addUser(database, username, { isAdmin: true })
  const client = new Client(service.url, 8)
  const reply = await client.login({ ...admin, username })
  if (reply.status !== 200) throw new Error(`${username} cannot log in: HTTP ${reply.status} ${reply.text}`)
  return client
}
