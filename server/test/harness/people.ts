import { createHash, randomBytes } from 'node:crypto'
import { Client, type RecordJson, recordOf } from './client.ts'
import type { TestDatabase } from './database.ts'

export const [Key, Role, Rule, Session, User, View] = ['Key', 'Role', 'Rule', 'Session', 'User', 'View'].map(
  (name) => `tabularium.${name}`,
) as [string, string, string, string, string, string]
export const Webhook = 'tabularium.Webhook'
export const Notice = 'tabularium.Notice'
export const Favorite = 'tabularium.Favorite'
export const Identity = 'tabularium.Identity'
export const Factor = 'tabularium.Factor'
export const Dashboard = 'tabularium.Dashboard'

/** Rights to everything, to be restricted. */
export const allActions = { read: true, create: true, update: true, delete: true }

/** The criterion for records that the user created. */
export const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }

/** A role and its rules, created by an administrator. */
export interface MadeRole {
  readonly id: number
  readonly rules: readonly RecordJson[]
}

export async function makeRole(admin: Client, name: string, rules: readonly object[]): Promise<MadeRole> {
  const { id } = recordOf(await admin.create(Role, { name }))
  const made: RecordJson[] = []
  for (const rule of rules) made.push(recordOf(await admin.create(Rule, { role: { id }, ...rule })))
  return { id, rules: made }
}

/**
 * A user with roles, created by an administrator. Without a password nobody can log in as them: open a session instead.
 */
export async function makeUser(
  admin: Client,
  username: string,
  roles: readonly { readonly id: number }[] = [],
  fields: object = {},
): Promise<RecordJson> {
  const links = roles.map(({ id }) => ({ id }))
  return recordOf(await admin.create(User, { username, name: username, ...fields, roles: links }))
}

/** An API key of the caller. */
export async function makeKey(client: Client, fields: object = {}): Promise<{ id: number; token: string }> {
  const reply = await client.create(Key, { name: 'key', ...fields })
  const { token } = reply.json as unknown as { token: string }
  return { id: recordOf(reply).id, token }
}

/** Opens a session with SQL, without the time that a password takes, and returns its cookie. */
export async function openSession(
  database: Pick<TestDatabase, 'query'>,
  userId: number,
  token = randomBytes(32).toString('base64url'),
): Promise<string> {
  await database.query(
    `with added as (
      insert into record.tabularium_session (id, version, created_on, created_by, updated_on, updated_by, "user",
        token_hash, used_on)
      values (nextval('record.tabularium_session_ids'), 0, now(), $1, now(), $1, $1, $2, now())
      returning id
    )
    insert into tabularium.count_deltas (model, block, change)
    select models.number, added.id >> 10, 1 from added join tabularium.models on models.name = 'tabularium.Session'`,
    [userId, createHash('sha256').update(token).digest('hex')],
  )
  return `session=${token}`
}

/** A client of a service with a session of that user. */
export async function clientOf(
  { url }: { readonly url: string },
  database: TestDatabase,
  userId: number,
  connections = 4,
): Promise<Client> {
  const client = new Client(url, connections)
  client.cookie = await openSession(database, userId)
  return client
}
