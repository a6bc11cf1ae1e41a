import type { DemoDatabase, DemoHost, DemoModels, Person } from 'tabularium/demo'
import type { Example } from './Example.ts'
import { adminName, salesName } from './people.ts'
import type { Secrets } from './Secrets.ts'

export interface FillOptions {
  readonly example: Example
  readonly models: DemoModels
  readonly url: string
  readonly secrets: Secrets
}

/** Migrates the schema and the roles, and adds missing users and records. Returns a record for the examples. */
export async function fillDatabase(host: DemoHost, options: FillOptions): Promise<{ id: number; version: number }> {
  return await options.models.withDatabase(options.url, (database) => fill(host, database, options))
}

async function fill(host: DemoHost, database: DemoDatabase, { example, secrets }: FillOptions) {
  const { packageName, main, madeUp } = example
  await host.step('Bring the schema to the models', () => database.migrate())
  await host.step('Bring the roles to their file', () => database.applyRoles())
  host.signal.throwIfAborted()
  const users = new Map<string, number>()
  for (const person of example.peopleOf(secrets)) users.set(person.username, await requireUser(host, database, person))
  const known = await database.findFirst(`${packageName}.${main}`)
  if (known) return known
  host.signal.throwIfAborted()
  const authors = [adminName, salesName].map((name) => users.get(name)).filter((id) => id !== undefined)
  await host.step(`Make up ${madeUp}`, () =>
    database.fill(authors, (insert) => example.fill((name, records) => insert(`${packageName}.${name}`, records))),
  )
  const record = await database.findFirst(`${packageName}.${main}`)
  if (!record) throw new TypeError('Records that were written are there.')
  return record
}

async function requireUser(host: DemoHost, database: DemoDatabase, person: Person): Promise<number> {
  const { username } = person
  const known = await database.findUser(username)
  return known ?? (await host.step(`Add the user ${username}`, () => database.addUser(person)))
}
