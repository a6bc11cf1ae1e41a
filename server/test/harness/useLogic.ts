import { afterAll, beforeAll } from 'vitest'
import { applyRoles } from '../../src/command/applyRoles.ts'
import type { Declared } from '../../src/command/loadDeclared.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { admin, Client } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { type Flags, loggedIn, startService, type TestService } from './service.ts'
import { addUser } from './users.ts'

/** A service with models, roles and logic, for one test file. */
export interface LogicUnderTest {
  readonly database: TestDatabase
  readonly service: TestService
  /** A client with a session of the administrator. */
  readonly client: Client
  /** A client with a session of a user who has this role alone. The same one each time. */
  as(role: string): Promise<Client>
}

type Parts = Pick<Declared, 'models' | 'roles' | 'logic'>

/** Migrates a database of the test's own to what is declared, and serves it. */
export function useLogic(declared: Parts, flags: Flags = {}): LogicUnderTest {
  let stage: { database: TestDatabase; service: TestService; client: Client } | undefined
  const others = new Map<string, Client>()
  const required = () => {
    if (!stage) throw new Error('The service is started before the tests and not while they are declared.')
    return stage
  }
  beforeAll(async () => {
    const database = await createDatabase()
    await migrate(database.url, declared)
    const { models, roles, logic } = declared
    const service = await startService(database.url, flags, models, { roles, logic })
    stage = { database, service, client: await loggedIn(service, 32) }
  })
  afterAll(async () => {
    for (const client of others.values()) client.close()
    stage?.client.close()
    await stage?.service.stop()
    await stage?.database.drop()
  })
  return {
    get database() {
      return required().database
    },
    get service() {
      return required().service
    },
    get client() {
      return required().client
    },
    as: async (role) => {
      const known = others.get(role)
      if (known) return known
      const { database, service } = required()
      const client = await userWith(role, database, service)
      others.set(role, client)
      return client
    },
  }
}

/** Changes a database to models and roles. */
export async function migrate(url: string, { models, roles }: Omit<Parts, 'logic'>): Promise<void> {
  const connection = await Connection.open(url)
  await applyMigration(connection, models, { allowDataLoss: true })
  await applyRoles(connection, roles)
  await connection.close()
}

/** A client of a new user, whose name is that of the role. */
async function userWith(role: string, database: TestDatabase, service: TestService): Promise<Client> {
  const id = await addUser(database, role)
  await database.query(
    `insert into record.tabularium_user_roles_links (source, target)
    select $1, role.id from record.tabularium_role as role where role.name = $2`,
    [id, role],
  )
  const client = new Client(service.url, 32)
  const reply = await client.login({ ...admin, username: role })
  if (reply.status !== 200) throw new Error(`${role} cannot log in: HTTP ${reply.status} ${reply.text}`)
  return client
}
