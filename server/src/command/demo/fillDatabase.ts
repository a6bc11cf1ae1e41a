import type { Progress } from '../progress.ts'
import { requireValue } from '../../failure/invariant.ts'
import type { Declarations } from '../../model/loadModels.ts'
import { Connection } from '../../postgres/Connection.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { userIdStatement } from '../../statement/service/users.ts'
import { applyRoles } from '../applyRoles.ts'
import { addUser } from '../user/users.ts'
import type { Example } from './Example.ts'
import { adminName, type Person, salesName } from './people.ts'
import type { Secrets } from './Secrets.ts'
import { findFirst, seed } from './seed.ts'

export interface FillOptions extends Pick<Declarations, 'models' | 'roles'> {
  readonly example: Example
  readonly url: string
  readonly secrets: Secrets
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Migrates the schema and the roles, and adds missing users and records. Returns a record for the examples. */
export async function fillDatabase(options: FillOptions): Promise<{ id: number; version: number }> {
  const { example, url, models, roles, secrets, progress, signal } = options
  const connection = await Connection.open(url)
  try {
    await progress.step('Bring the schema to the models', () =>
      applyMigration(connection, models, { allowDataLoss: false }),
    )
    await progress.step('Bring the roles to their file', () => applyRoles(connection, roles))
    signal.throwIfAborted()
    const users = new Map<string, number>()
    for (const person of example.peopleOf(secrets))
      users.set(person.username, await requireUser(connection, person, progress))
    const known = await findFirst(connection, models, example)
    if (known) return known
    signal.throwIfAborted()
    const authors = [adminName, salesName].map((name) => requireValue(users.get(name), `The user ${name}`))
    await progress.step(`Make up ${example.madeUp}`, () => seed(connection, models, authors, example))
    const record = await findFirst(connection, models, example)
    if (!record) throw new TypeError('Records that were written are there.')
    return record
  } finally {
    await connection.close().catch(() => {})
  }
}

async function requireUser(connection: Connection, person: Person, progress: Progress): Promise<number> {
  const { username } = person
  const [known] = await connection.query(userIdStatement(username))
  if (known) return Number(known['id'])
  return await progress.step(`Add the user ${username}`, async () => {
    const id = await addUser(connection, person)
    if (id === undefined) throw new TypeError('A user who was not there can be added.')
    return id
  })
}
