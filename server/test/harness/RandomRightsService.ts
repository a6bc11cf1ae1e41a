import * as fc from 'fast-check'
import { laterUserFields, roleModel, userModel } from '../../src/model/builtIn/names.ts'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import { Models } from '../../src/model/Models.ts'
import { recordSchema } from '../../src/model/names.ts'
import { sequenceOf } from '../../src/model/objectNames.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { Client, recordOf, recordsOf } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { fillRandomly } from './fillRandomly.ts'
import { Memory } from './Memory.ts'
import { PlainRights, type PlainRule } from './PlainRights.ts'
import { randomRule } from './randomRules.ts'
import { valueOf } from './randomValues.ts'
import { loggedIn, startService, type TestService } from './service.ts'

/** A user with a session, and the meaning of their rules. */
export interface Somebody {
  readonly client: Client
  readonly rights: PlainRights
  /** For messages. */
  readonly shown: string
}

export interface RuledOptions {
  readonly seed: number
  readonly roles: number
  readonly users: number
  readonly perModel: number
  /** The greater, the more rules have no condition. */
  readonly open: number
}

const together = 16
const password = 'correct-horse-battery'

/**
 * A service with random records, and users with random roles of random rules. No rule mentions the ids of new records.
 */
export class RandomRightsService {
  readonly memory: Memory
  readonly admin: Client
  readonly users: readonly Somebody[]
  readonly #service: TestService
  readonly #database: TestDatabase

  private constructor(
    parts: Pick<RandomRightsService, 'memory' | 'admin' | 'users'>,
    service: TestService,
    database: TestDatabase,
  ) {
    this.memory = parts.memory
    this.admin = parts.admin
    this.users = parts.users
    this.#service = service
    this.#database = database
  }

  static async open(models: Models, options: RuledOptions): Promise<RandomRightsService> {
    const database = await createDatabase()
    const connection = await Connection.open(database.url)
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    const service = await startService(database.url, { logLevel: 'error' }, models)
    const admin = await loggedIn(service, together)
    const memory = new Memory(observed(models))
    const users = await addUsers(admin, service, memory, options)
    await fillRandomly(admin, memory, options)
    await giveHomes(admin, memory, options.seed)
    for (const { name } of memory.models.all)
      await database.query(`select setval('${recordSchema}.${sequenceOf(name)}', 500000)`)
    return new RandomRightsService({ memory, admin, users }, service, database)
  }

  /** The errors in the log of the service. */
  logs(): string {
    return this.#service.logs()
  }

  async close(): Promise<void> {
    for (const { client } of this.users) client.close()
    this.admin.close()
    await this.#service.stop()
    await this.#database.drop()
  }
}

/** The declared models and users that the test compares. */
function observed({ all }: Models): Models {
  const declared = all.filter(({ name }) => !name.startsWith('tabularium.'))
  const user = all.filter(({ name }) => name === userModel).map((model) => ({ ...model, relations: [] }))
  return new Models([...declared, ...user])
}

async function addUsers(
  admin: Client,
  service: TestService,
  memory: Memory,
  { seed, roles, users, open }: RuledOptions,
): Promise<Somebody[]> {
  const rule = fc.array(randomRule(memory.models, open), { minLength: 2, maxLength: 4 })
  const known: { id: number; rules: readonly PlainRule[] }[] = []
  for (const [index, rules] of fc.sample(rule, { seed, numRuns: roles }).entries()) {
    const made = recordOf(await admin.create(roleModel, { name: `role ${index}`, rules }))
    known.push({ id: made.id, rules })
  }
  const somebody = fc.record({
    roles: fc.oneof(
      { weight: 1, arbitrary: fc.constant<typeof known>([]) },
      { weight: 8, arbitrary: fc.subarray(known, { minLength: 1, maxLength: 3 }) },
    ),
    fields: userValues(memory.models),
  })
  const made: Somebody[] = []
  for (const record of recordsOf(await admin.find(userModel, '?fields=id')))
    memory.keep(userModel, { record: recordOf(await admin.read(userModel, record.id)), links: {} })
  for (const [index, one] of fc.sample(somebody, { seed, numRuns: users }).entries())
    made.push(await addUser(`user${index}`, one, admin, service, memory))
  return made
}

async function addUser(
  username: string,
  { roles, fields }: { roles: { id: number; rules: readonly PlainRule[] }[]; fields: object },
  admin: Client,
  service: TestService,
  memory: Memory,
): Promise<Somebody> {
  const sent = { username, name: 'Somebody', password, roles: roles.map(({ id }) => ({ id })), ...fields }
  const user = { record: recordOf(await admin.create(userModel, sent)), links: {} }
  memory.keep(userModel, user)
  const client = new Client(service.url, together)
  const reply = await client.login({ username, password })
  if (reply.status !== 200) throw new Error(`${username} cannot log in: HTTP ${reply.status} ${reply.text}`)
  const rules = roles.flatMap((role) => role.rules)
  const rights = new PlainRights(rules, () => memory.find(userModel, user.record.id) ?? user, memory)
  return { client, rights, shown: JSON.stringify({ user: user.record, rules }) }
}

/** One value in three is missing, and some texts are empty. */
function userValues(models: Models): fc.Arbitrary<object> {
  const own = models.get(userModel).fields.filter(({ name }) => !builtIn.includes(name))
  const plain = own.filter((field) => typeOf(field).writable && field.type !== 'reference')
  return fc.record(
    Object.fromEntries(plain.map((field) => [field.name, fc.option(valueOf(field), { nil: null, freq: 2 })])),
  )
}

const builtIn = ['username', 'name', 'password', 'admin', 'disabled', ...laterUserFields.keys()]

/** A reference that most users have. */
async function giveHomes(admin: Client, memory: Memory, seed: number): Promise<void> {
  const [first] = memory.models.all
  const homes = memory.all(first?.name ?? '').map(({ record }) => record.id)
  const users = memory.all(userModel)
  const chosen = fc.sample(fc.option(fc.constantFrom(...homes), { freq: 3 }), { seed, numRuns: users.length })
  for (const [index, { record }] of users.entries()) {
    const home = chosen[index] ?? null
    const sent = { version: record.version, home: home === null ? null : { id: home } }
    memory.keep(userModel, { record: recordOf(await admin.update(userModel, record.id, sent)), links: {} })
  }
}
