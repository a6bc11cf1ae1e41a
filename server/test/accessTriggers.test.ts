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
    await database.query('alter table record.tabularium_user add column region text')
    await makeRights()
  })

  /** Two users and one who changes, a role and a key. */
  async function makeRights(): Promise<void> {
    await makeUsers(['ada', true, false], ['bob', false, false], ['eve', false, false])
    await database.query("update record.tabularium_user set password = '$argon2id$x' where username = 'bob'")
    await database.query('truncate record.tabularium_role cascade')
    await database.query(`insert into record.tabularium_role (id, ${moments}, name) values (1, ${values}, 'reader')`)
    await database.query(
      `insert into record.tabularium_key (id, ${moments}, "user", name) values (1, ${values}, 1, 'import')`,
    )
  }

  it.each([
    ['a user who is shut out', "update record.tabularium_user set disabled = true where username = 'eve'"],
    ['a user who is let in again', "update record.tabularium_user set disabled = false where username = 'eve'"],
    ['a new administrator', "update record.tabularium_user set admin = true where username = 'eve'"],
    ['a former administrator', "update record.tabularium_user set admin = false where username = 'eve'"],
    ['a new password', "update record.tabularium_user set password = '$argon2id$hash' where username = 'eve'"],
    ['a password that is taken away', "update record.tabularium_user set password = null where username = 'eve'"],
    ['another username', "update record.tabularium_user set username = 'x' where username = 'eve'"],
    ['another id', "update record.tabularium_user set id = 9 where username = 'x'"],
    ['a field that an application added', "update record.tabularium_user set region = 'north' where username = 'x'"],
    ['one of many users', "update record.tabularium_user set name = 'X', disabled = username = 'x'"],
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
    ['a key of another user', 'update record.tabularium_key set "user" = 2'],
    ['a key that only reads', "update record.tabularium_key set writes = 'none'"],
    ['a key for some models', 'update record.tabularium_key set models = \'["a.B"]\''],
    ['a key for some networks', 'update record.tabularium_key set networks = \'["192.0.2.0/24"]\''],
    ['all users at once', 'truncate record.tabularium_user cascade'],
  ])('grows with %s', async (_, statement) => {
    const before = await revision()
    await database.query(statement)
    expect(await revision()).toBeGreaterThan(before)
  })

  it.each([
    [
      'a new user',
      `insert into record.tabularium_user (id, ${moments}, username, admin) values (9, ${values}, 'new', true)`,
    ],
    [
      'another name',
      `update record.tabularium_user set name = 'Bob', version = 1, updated_on = now(), updated_by = 1 where id = 2`,
    ],
    ['another password', "update record.tabularium_user set password = password || 'other' where username = 'bob'"],
    ['a user who is written as before', 'update record.tabularium_user set disabled = disabled, region = region'],
    ['the last use of a key', 'update record.tabularium_key set used_on = now()'],
    ['a key that is written as before', 'update record.tabularium_key set "user" = "user"'],
    ...['user', 'role', 'rule', 'user_roles_links', 'key_roles_links'].flatMap((name) => [
      [`no deleted ${name}`, `delete from record.tabularium_${name} where false`],
      [`no new ${name}`, `insert into record.tabularium_${name} select * from record.tabularium_${name} where false`],
    ]),
    ['no changed user', 'update record.tabularium_user set disabled = true where false'],
    ['no changed role', "update record.tabularium_role set name = 'x' where false"],
    ['no changed rule', 'update record.tabularium_rule set read = true where false'],
  ] as [string, string][])('stays with %s', async (_, statement) => {
    await makeRights()
    const before = await revision()
    await database.query(statement)
    expect(await revision()).toBe(before)
  })

  it.each([
    ['name', "name = 'Robert'"],
    ['version', 'version = version + 1'],
    ['updatedOn', "updated_on = now() + interval '1 day'"],
    ['updatedBy', 'updated_by = 1'],
  ])('grows with a field that a rule names: %s', async (field, change) => {
    await makeRights()
    const condition = { operator: 'and', criteria: [{ fieldName: 'x', operator: '=', value: `$user.${field}` }] }
    await database.query(
      `insert into record.tabularium_rule (id, ${moments}, role, model, condition) values (1, ${values}, 1, '*', $1)`,
      [JSON.stringify(condition)],
    )
    const before = await revision()
    await database.query(`update record.tabularium_user set ${change} where id = 2`)
    expect(await revision()).toBe(before + 1)
  })

  it('stays if a change is rolled back', async () => {
    await makeRights()
    const before = await revision()
    await database.query('begin')
    await database.query("update record.tabularium_user set disabled = true where username = 'bob'")
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
