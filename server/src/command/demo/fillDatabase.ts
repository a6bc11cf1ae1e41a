import type { Progress } from '../progress.ts'
import type { Models } from '../../model/Models.ts'
import { Connection } from '../../postgres/Connection.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { hashPassword } from '../../session/password.ts'
import { addUserStatement, userIdStatement } from '../../statement/users.ts'
import { findFirstContact, seed } from './seed.ts'

/** How many contacts are made up. */
const contacts = 1000

export const adminName = 'admin'

export interface FillOptions {
  readonly url: string
  readonly models: Models
  readonly adminPassword: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Brings the schema to the models, and adds the administrator and the records where they are missing. Gives a record to show. */
export async function fillDatabase({
  url,
  models,
  adminPassword,
  progress,
  signal,
}: FillOptions): Promise<{ id: number; version: number }> {
  const connection = await Connection.open(url)
  try {
    await progress.step('Bring the schema to the models', () =>
      applyMigration(connection, models, { allowDataLoss: false }),
    )
    signal.throwIfAborted()
    const author = await requireAdmin(connection, adminPassword, progress)
    const known = await findFirstContact(connection, models)
    if (known) return known
    signal.throwIfAborted()
    await progress.step(`Make up ${contacts.toLocaleString('en')} contacts`, () =>
      seed(connection, models, author, contacts),
    )
    const record = await findFirstContact(connection, models)
    if (!record) throw new TypeError('Records that were written are there.')
    return record
  } finally {
    await connection.close().catch(() => {})
  }
}

async function requireAdmin(connection: Connection, password: string, progress: Progress): Promise<number> {
  const [known] = await connection.query(userIdStatement(adminName))
  if (known) return Number(known.id)
  return await progress.step(`Add the user ${adminName}`, async () => {
    const user = { username: adminName, name: 'Administrator', passwordHash: await hashPassword(password), admin: true }
    const [added] = await connection.query(addUserStatement(user))
    return Number(added?.id)
  })
}
