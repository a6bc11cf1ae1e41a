import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { extendUser, integer, links, model, reference, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { fieldsOf } from '../src/model/extendUser.ts'
import { toModel } from '../src/model/toModel.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { type Applied, applyMigration } from '../src/schema/applyMigration.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { dumpSchema } from './harness/dumpSchema.ts'
import { toModels } from './harness/everyType.ts'

const Desk = model({
  name: 'org.example.Desk',
  title: 'code',
  fields: { code: text({ required: true }), owner: reference('tabularium.User') },
})
const models = toModels([Desk])

/** The state of the version before 004-access: its own tables with two users, one of them deleted, and sessions. */
async function makeOld(database: TestDatabase): Promise<void> {
  await database.query(`
    create schema tabularium;
    create table tabularium.migrations (number integer primary key, name text not null,
      applied_on timestamp(3) with time zone not null default now());
  `)
  for (const [index, name] of ['users-and-sessions', 'journal', 'searches'].entries()) {
    const file = new URL(`../src/schema/service/00${index + 1}-${name}.sql`, import.meta.url)
    await database.query(await readFile(file, 'utf8'))
    await database.query('insert into tabularium.migrations (number, name) values ($1, $2)', [index + 1, name])
  }
  await database.query(`
    insert into tabularium.users (version, username, name, password_hash, admin, disabled, created_on, updated_on)
    values
      (3, 'ada', 'Ada', '$argon2id$a', true, false, '2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z'),
      (0, 'bob', repeat('é', 300), null, false, true, '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'),
      (0, 'gone', 'Gone', null, false, false, now(), now());
    delete from tabularium.users where username = 'gone';
    insert into tabularium.sessions (token_hash, user_id, created_on, used_on) values
      (sha256('second'), 1, '2026-05-02T00:00:00Z', '2026-05-02T01:00:00Z'),
      (sha256('first'), 2, '2026-05-01T00:00:00Z', '2026-05-01T01:00:00Z');
  `)
}

describe('a database of the version before users were records', () => {
  let database: TestDatabase
  let connection: Connection
  let planned: string[]
  let applied: Applied

  beforeAll(async () => {
    database = await createDatabase({ empty: true })
    await makeOld(database)
    connection = await Connection.open(database.url)
    planned = (await planMigration((statement) => connection.query(statement), models)).map(({ title }) => title)
    applied = await applyMigration(connection, models, { allowDataLoss: false })
    await database.query("set timezone = 'UTC'")
  })
  afterAll(async () => {
    await connection.close()
    await database.drop()
  })

  it('is migrated by the numbered migration alone: the planner finds nothing to do for its tables', () => {
    expect(planned.filter((title) => !title.includes('service migration'))).toEqual([
      'Create the table of org.example.Desk',
      'Let org.example.Desk.owner refer to tabularium_user',
      'Keep a journal and counts for org.example.Desk',
    ])
    expect(applied.applied.map(({ title }) => title)).toEqual(planned)
    expect(applied.remaining).toEqual([])
  })

  it('keeps its users, with ids, versions and moments', async () => {
    const rows = await database.query(
      `select id::int, version::int, username, name, password, admin, disabled, created_on::text, created_by,
        updated_on::text, updated_by from record.tabularium_user order by id`,
    )
    const ada = { username: 'ada', name: 'Ada', password: '$argon2id$a', admin: true, disabled: false }
    const bob = { username: 'bob', name: 'é'.repeat(200), password: null, admin: false, disabled: true }
    const moments = (created_on: string, updated_on = created_on) => ({ created_on, updated_on })
    const nobody = { created_by: null, updated_by: null }
    expect(rows).toEqual([
      { ...nobody, id: 1, version: 3, ...ada, ...moments('2026-01-02 03:04:05.678+00', '2026-02-03 04:05:06.789+00') },
      { ...nobody, id: 2, version: 0, ...bob, ...moments('2026-03-01 00:00:00+00') },
    ])
  })

  it('keeps its sessions, in the order of their beginning', async () => {
    const rows = await database.query(
      `select id::int, version::int, "user"::int, token_hash = encode(sha256(case id when 1 then 'first'
        else 'second' end::bytea), 'hex') as same,
        created_on::text, used_on::text, agent from record.tabularium_session order by id`,
    )
    const session = { version: 0, same: true, agent: null }
    expect(rows).toEqual([
      { ...session, id: 1, user: 2, created_on: '2026-05-01 00:00:00+00', used_on: '2026-05-01 01:00:00+00' },
      { ...session, id: 2, user: 1, created_on: '2026-05-02 00:00:00+00', used_on: '2026-05-02 01:00:00+00' },
    ])
  })

  it('never assigns an id again, not even that of a deleted user', async () => {
    expect(
      await database.query(
        `select nextval('record.tabularium_user_ids')::int as user,
          nextval('record.tabularium_session_ids')::int as session`,
      ),
    ).toEqual([{ user: 4, session: 3 }])
  })

  it('has exact counts, and doctor finds nothing', async () => {
    const options = { rows: 10_000, recount: true, fix: false }
    const { findings } = await examine((statement) => connection.query(statement), models, options)
    expect(findings).toEqual([])
  })

  it('has the same schema as a new database', async () => {
    const fresh = await createDatabase({ empty: true })
    const other = await Connection.open(fresh.url)
    await applyMigration(other, models, { allowDataLoss: false })
    await other.close()
    for (const schema of ['tabularium', 'record'])
      expect(await dumpSchema(database, schema)).toBe(await dumpSchema(fresh, schema))
    await fresh.drop()
  })
})

describe('users with extra fields', () => {
  const extension = extendUser({
    fields: {
      region: text({ max: 20, indexed: true }),
      badge: text({ max: 20, unique: true }),
      level: integer({ min: 0, required: true, default: 1 }),
      desk: reference(Desk),
      desks: links(Desk),
    },
  })
  const extended = withBuiltIn([toModel(Desk)], fieldsOf([{ file: 'people.ts', extension }]))

  it('are created together with the tables of the service', async () => {
    const database = await createDatabase({ empty: true })
    const connection = await Connection.open(database.url)
    const { applied, remaining } = await applyMigration(connection, extended, { allowDataLoss: false })
    expect(applied.map(({ title }) => title)).toContain('Add tabularium.User.region')
    expect(remaining).toEqual([])
    await database.query(
      `insert into record.tabularium_user (id, version, created_on, updated_on, username, name, region)
        values (1, 0, now(), now(), 'ada', 'Ada', 'north')`,
    )
    await connection.close()
    await database.drop()
  })

  it('whose names the service takes are renamed, with their values, before it adds its own', async () => {
    const database = await createDatabase({ empty: true })
    const connection = await Connection.open(database.url)
    const emails = { fields: { email: text({ max: 20, indexed: true }) } }
    const before = withBuiltIn([], fieldsOf([{ file: 'people.ts', extension: extendUser(emails) }]))
    await applyMigration(connection, withBuiltIn([]), { allowDataLoss: false })
    await database.query(`
      delete from tabularium.migrations where name in ('accounts', 'provisioning', 'service-accounts', 'seen-as');
      drop function tabularium.refuse_login_of_service() cascade;
      drop table record.tabularium_identity, tabularium.login_states, tabularium.used_tokens, tabularium.sign_ins;
      delete from tabularium.models where name = 'tabularium.Identity';
      drop index record.tabularium_session_sort_87b97b5b, record.tabularium_session_sort_6496326f;
      alter table record.tabularium_session drop method, drop provider, drop issuer, drop subject, drop sid,
        drop factors, drop confirmed_on, drop network;
      alter table record.tabularium_user drop email, drop email_verified_on, drop kind, drop external_id,
        drop provisioned;
      alter table record.tabularium_key drop scope;
      alter table tabularium.journal drop via;
      alter table record.tabularium_user add column email text;
      create index tabularium_user_email_index on record.tabularium_user (email);
      insert into record.tabularium_user (id, version, created_on, updated_on, username, email)
      values (1, 0, now(), now(), 'ada', 'Ada by hand');
    `)
    await expect(applyMigration(connection, before, { allowDataLoss: false })).rejects.toThrow("with was: 'email'")
    const renamed = { fields: { ownEmail: text({ max: 20, indexed: true, was: 'email' }) } }
    const after = withBuiltIn([], fieldsOf([{ file: 'people.ts', extension: extendUser(renamed) }]))
    const { applied, remaining } = await applyMigration(connection, after, { allowDataLoss: false })
    expect(applied.map(({ title }) => title)).toContain('Rename tabularium.User.email to ownEmail')
    expect(remaining).toEqual([])
    const [ada] = await database.query('select email, own_email from record.tabularium_user where id = 1')
    expect(ada).toEqual({ email: null, own_email: 'Ada by hand' })
    await connection.close()
    await database.drop()
  })

  it('are renamed by each migration that takes a name', async () => {
    const database = await createDatabase({ empty: true })
    const connection = await Connection.open(database.url)
    await applyMigration(connection, withBuiltIn([]), { allowDataLoss: false })
    await database.query(`
      delete from tabularium.migrations where name = 'provisioning';
      alter table record.tabularium_user drop external_id, drop provisioned, add column external_id text;
      alter table record.tabularium_key drop scope;
      alter table tabularium.journal drop via;
      insert into record.tabularium_user (id, version, created_on, updated_on, username, external_id)
      values (1, 0, now(), now(), 'ada', 'by hand');
    `)
    const renamed = { fields: { payroll: text({ max: 20, was: 'externalId' }) } }
    const after = withBuiltIn([], fieldsOf([{ file: 'people.ts', extension: extendUser(renamed) }]))
    const { applied, remaining } = await applyMigration(connection, after, { allowDataLoss: false })
    expect(applied.map(({ title }) => title)).toContain('Rename tabularium.User.externalId to payroll')
    expect(remaining).toEqual([])
    const [ada] = await database.query('select external_id, payroll from record.tabularium_user where id = 1')
    expect(ada).toEqual({ external_id: null, payroll: 'by hand' })
    await connection.close()
    await database.drop()
  })
})
