import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const moments = 'version, created_on, updated_on'
const values = '0, now(), now()'

async function revision(): Promise<number> {
  const [row] = await database.query<{ revision: string }>('select revision from tabularium.access')
  return Number(row?.revision)
}

/** Replaces all users: name, whether an administrator, whether disabled. */
async function makeUsers(...users: [name: string, admin: boolean, disabled: boolean][]): Promise<void> {
  await database.query('begin')
  await database.query('truncate record.tabularium_user cascade')
  for (const [index, [name, admin, disabled]] of users.entries())
    await database.query(
      `insert into record.tabularium_user (id, ${moments}, username, name, admin, disabled)
        values ($1, ${values}, $2, $2, $3, $4)`,
      [index + 1, name, admin, disabled],
    )
  await database.query('commit')
}

const refusal = { code: '23514', constraint: 'last_administrator' }

describe('the revision of rights', () => {
  beforeAll(async () => {
    await makeUsers(['ada', true, false], ['bob', false, false])
    await database.query('truncate record.tabularium_role cascade')
    await database.query(`insert into record.tabularium_role (id, ${moments}, name) values (1, ${values}, 'reader')`)
    await database.query(
      `insert into record.tabularium_key (id, ${moments}, "user", name) values (1, ${values}, 1, 'import')`,
    )
  })

  it.each([
    [
      'a new user',
      `insert into record.tabularium_user (id, ${moments}, username, name) values (9, ${values}, 'x', 'X')`,
    ],
    ['a changed user', "update record.tabularium_user set disabled = true where username = 'x'"],
    ['a user who is gone', "delete from record.tabularium_user where username = 'x'"],
    ['a new role', `insert into record.tabularium_role (id, ${moments}, name) values (2, ${values}, 'sales')`],
    ['a changed role', "update record.tabularium_role set name = 'buyer' where id = 2"],
    ['a role that is gone', 'delete from record.tabularium_role where id = 2'],
    ['a new rule', `insert into record.tabularium_rule (id, ${moments}, role, model) values (1, ${values}, 1, '*')`],
    ['a changed rule', 'update record.tabularium_rule set read = true'],
    ['a rule that is gone', 'delete from record.tabularium_rule'],
    ['all rules at once', 'truncate record.tabularium_rule'],
    ['a role given to a user', 'insert into record.tabularium_user_roles_links values (2, 1)'],
    ['a role taken from a user', 'delete from record.tabularium_user_roles_links'],
    ['a role given to a key', 'insert into record.tabularium_key_roles_links values (1, 1)'],
    ['a role taken from a key', 'delete from record.tabularium_key_roles_links'],
  ])('grows with %s', async (_, statement) => {
    const before = await revision()
    await database.query(statement)
    expect(await revision()).toBeGreaterThan(before)
  })

  it('stays if a change is rolled back', async () => {
    const before = await revision()
    await database.query('begin')
    await database.query("update record.tabularium_user set name = 'Bob'")
    await database.query('rollback')
    expect(await revision()).toBe(before)
  })
})

describe('the last administrator', () => {
  it.each([
    ['be demoted', "update record.tabularium_user set admin = false where username = 'ada'"],
    ['be shut out', "update record.tabularium_user set disabled = true where username = 'ada'"],
    ['be deleted', "delete from record.tabularium_user where username = 'ada'"],
    ['go with all others', 'delete from record.tabularium_user'],
  ])('cannot %s', async (_, statement) => {
    await makeUsers(['ada', true, false], ['bob', false, false], ['shut', true, true])
    await expect(database.query(statement)).rejects.toMatchObject(refusal)
  })

  it('can be removed if there is another', async () => {
    await makeUsers(['ada', true, false], ['bob', true, false])
    await database.query("delete from record.tabularium_user where username = 'ada'")
    await expect(database.query('update record.tabularium_user set admin = false')).rejects.toMatchObject(refusal)
  })

  it('can be replaced in one statement', async () => {
    await makeUsers(['ada', true, false], ['bob', false, false])
    await database.query('update record.tabularium_user set admin = not admin')
    expect(await database.query('select username from record.tabularium_user where admin')).toEqual([
      { username: 'bob' },
    ])
  })

  it('is not required if there was none: other users can change', async () => {
    await makeUsers(['bob', false, false], ['shut', true, true])
    await database.query("update record.tabularium_user set name = 'Robert', disabled = true")
    await database.query('delete from record.tabularium_user')
  })
})

describe('two administrators who remove each other at the same time', () => {
  const clients: Client[] = []

  beforeEach(async () => {
    await makeUsers(['ada', true, false], ['bob', true, false])
    for (let count = 0; count < 2; count++) {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      clients.push(client)
    }
    return async () => {
      for (const client of clients.splice(0)) await client.end()
    }
  })

  it.each([
    ['read committed', 'update record.tabularium_user set admin = false where id = $1', refusal],
    ['read committed', 'update record.tabularium_user set disabled = true where id = $1', refusal],
    ['read committed', 'delete from record.tabularium_user where id = $1', refusal],
    ['repeatable read', 'update record.tabularium_user set admin = false where id = $1', { code: '40001' }],
    ['serializable', 'delete from record.tabularium_user where id = $1', { code: '40001' }],
  ])('%s: %s: one of them succeeds', async (isolation, statement, expected) => {
    const [first, second] = clients as [Client, Client]
    for (const client of clients) await client.query(`begin isolation level ${isolation}`)
    // Both have their snapshot before either has written anything.
    for (const client of clients) await client.query('select count(*) from record.tabularium_user')
    await first.query(statement, [1])
    const late = second.query(statement, [2]).then(
      () => 'done',
      (error: unknown) => error,
    )
    await until('the second waits for the first', async () => {
      const rows = await database.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length === 1
    })
    await first.query('commit')
    expect(await late).toMatchObject(expected)
    await second.query('rollback')
    expect(await database.query('select id::int from record.tabularium_user where admin and not disabled')).toEqual([
      { id: 2 },
    ])
  })
})
