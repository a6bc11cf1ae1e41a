import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { loadModels } from '../src/model/loadModels.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { readServiceMigrations, titleOf } from '../src/schema/serviceMigrations.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { dumpSchema } from './harness/dumpSchema.ts'

const models = await loadModels(contactsFolder)
/** These came later: their tables are made with their checks. */
const later = ['View', 'Job', 'Webhook', 'Notice', 'Favorite', 'Dashboard', 'Identity', 'Factor'].map(
  (name) => `tabularium.${name}`,
)
const idsChecked = models.all
  .map(({ name }) => name)
  .filter((name) => !later.includes(name))
  .sort()
  .flatMap((name) => [`Check ${name}.id in new records`, `Check ${name}.id in all records`])

const newMigrations = (await readServiceMigrations())
  .filter(({ number }) => number >= 6)
  .map((one) => `Apply the service migration ${titleOf(one)}`)

let opened: { database: TestDatabase; connection: Connection }[] = []

afterEach(async () => {
  for (const { database, connection } of opened) {
    await connection.close()
    await database.drop()
  }
  opened = []
})

/** A migrated database, taken back to the schema before ids were checked and before the migration 006. */
async function makeOld() {
  const database = await createDatabase()
  const access = await readFile(new URL('../src/schema/service/004-access.sql', import.meta.url), 'utf8')
  const oldTriggers = access.slice(access.indexOf('create function tabularium.change_access'))
  const checks = await database.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint
     where conname like '%\\_id\\_positive'`,
  )
  expect(checks).toHaveLength(models.all.length)
  for (const { drop } of checks) await database.query(drop)
  await database.query(`
    drop function tabularium.change_access() cascade;
    drop function tabularium.keep_administrator() cascade;
    drop function tabularium.harmless_user_columns();
    drop function tabularium.refuse_large_answer(boolean);
    drop function tabularium.refuse_login_of_service() cascade;
    drop table tabularium.secrets, tabularium.epochs, tabularium.application;
    alter table record.tabularium_user drop column time_zone, drop column language, drop column email,
      drop column email_verified_on, drop column kind, drop column external_id, drop column provisioned;
    alter table record.tabularium_key drop column scope;
    alter table record.tabularium_session drop column method, drop column provider, drop column issuer,
      drop column subject, drop column sid, drop column factors, drop column confirmed_on, drop column network;
    alter table record.tabularium_key drop column writes, drop column models, drop column networks;
    alter table record.tabularium_session drop column expires_on, drop column roles, drop column id_token;
    drop table record.tabularium_identity, tabularium.login_states, tabularium.used_tokens, tabularium.sign_ins,
      tabularium.mail_requests, tabularium.mail_links, record.tabularium_factor, tabularium.pending_factors,
      tabularium.pending_logins, tabularium.recovery_codes, tabularium.break_glass;
    drop table tabularium.series;
    drop table tabularium.tallies;
    drop function tabularium.change_tallies(text, integer, text[], integer[]);
    drop function tabularium.unaccented(text);
    alter table tabularium.answers drop column rights;
    alter table tabularium.journal drop column left_records, drop column position, drop column change_set,
      drop column via;
    drop function tabularium.release_journal();
    drop table tabularium.feed, tabularium.forgotten, tabularium.change_sets;
    drop sequence tabularium.positions;
    drop index tabularium.journal_deleted_index;
    drop table record.tabularium_dashboard_roles_links, record.tabularium_dashboard;
    drop table record.tabularium_favorite, record.tabularium_view_roles_links, record.tabularium_view,
      record.tabularium_job, record.tabularium_notice;
    drop table record.tabularium_webhook, tabularium.webhook_cursors, tabularium.deliveries,
      tabularium.delivery_backlogs;
    drop table tabularium.cursors, tabularium.schedules, tabularium.mail_counts;
    drop table tabularium.own_sql, tabularium.fills, tabularium.data_migrations;
    alter table record.tabularium_rule drop column run, drop column hide_fields, drop column lock_fields,
      drop column comment, drop column export;
    delete from tabularium.models where name in (${later.map((name) => `'${name}'`).join()});
    ${plainPasswords};
    ${oldTriggers}
    delete from tabularium.migrations where number >= 6;
  `)
  const connection = await Connection.open(database.url)
  opened.push({ database, connection })
  const plan = () => planMigration((statement) => connection.query(statement), models)
  const apply = () => applyMigration(connection, models, { allowDataLoss: false })
  return { database, plan, apply }
}

/** Writes a record as the old version did. */
async function addTags(database: TestDatabase, ids: readonly number[]): Promise<void> {
  await database.query(
    `insert into record.com_example_contacts_tag (id, version, created_on, updated_on, name)
     select id, 0, now(), now(), 'tag ' || id
     from unnest($1::bigint[]) as id`,
    [ids],
  )
}

/** Gives the table of users the check that it had before passwords were checked to be hashes. */
const plainPasswords = `alter table record.tabularium_user
  drop constraint tabularium_user_password_check_ebad393d,
  add constraint tabularium_user_password_check_4f92be9e check (char_length(password) <= 256)`

/** Takes the kinds of jobs back that came with mails. */
const withoutMails = `drop table tabularium.mail_counts;
  alter table record.tabularium_job
    drop constraint tabularium_job_kind_check_85bc5457,
    add constraint tabularium_job_kind_check_bfa4ac94 check (kind in ('job', 'reaction', 'schedule'))`

describe('a database of the version before ids were checked', () => {
  it.each([
    ['without records', []],
    ['with records', [1, 2, 7]],
  ])('%s gets the checks and the new service migrations', async (_, ids) => {
    const { database, plan, apply } = await makeOld()
    await addTags(database, ids)
    const planned = (await plan()).map(({ title, blocked }) => ({ title, blocked }))
    expect(planned.map(({ title }) => title)).toEqual([...newMigrations, ...idsChecked])
    expect(planned.filter(({ blocked }) => blocked !== undefined)).toEqual([])
    const { applied, remaining } = await apply()
    expect(applied).toHaveLength(planned.length)
    expect(remaining).toEqual([])
    expect(await plan()).toEqual([])
    expect(await plan()).toEqual([])
    const kept = await database.query('select id::int from record.com_example_contacts_tag order by id')
    expect(kept).toEqual(ids.map((id) => ({ id })))
    await expect(addTags(database, [0])).rejects.toMatchObject({ constraint: 'com_example_contacts_tag_id_positive' })
  })

  it.each([
    ['the charts of its views', ['018-view-charts'], 'alter table record.tabularium_view drop column chart'],
    [
      'the indexes of jobs and deliveries, and the senders of jobs',
      ['021-work-indexes', '025-job-senders'],
      `drop index record.tabularium_job_sort_be3617b4, tabularium.deliveries_parked_index,
        record.tabularium_job_sort_c1ec7b39;
      alter table record.tabularium_job drop column key_id`,
    ],
    [
      'the senders of jobs',
      ['025-job-senders'],
      'drop index record.tabularium_job_sort_c1ec7b39; alter table record.tabularium_job drop column key_id',
    ],
    [
      'the backlogs of deliveries',
      ['022-delivery-backlogs'],
      'drop table tabularium.delivery_backlogs; drop index tabularium.deliveries_waiting_index',
    ],
    ['the users of its keys', ['023-key-users'], 'drop trigger change_access on record.tabularium_key'],
    ['the check of its passwords', ['024-hashed-passwords'], plainPasswords],
    ['mails', ['037-mails'], withoutMails],
  ])('gets %s by their service migrations alone', async (_, migrations, takeBack) => {
    const { database, plan, apply } = await makeOld()
    await apply()
    await database.query(takeBack)
    const numbers = migrations.map((migration) => Number(migration.slice(0, 3)))
    await database.query('delete from tabularium.migrations where number = any($1)', [numbers])
    const titles = migrations.map((migration) => `Apply the service migration ${migration}`)
    expect((await plan()).map(({ title }) => title)).toEqual(titles)
    expect((await apply()).remaining).toEqual([])
    expect(await plan()).toEqual([])
  })

  it('loses the passwords that were stored as they are, also those of its only administrator', async () => {
    const { database, apply } = await makeOld()
    const [before] = await database.query<{ password: string }>('select password from record.tabularium_user')
    await database.query(`
      insert into record.tabularium_user (id, version, created_on, updated_on, username, password)
      select 100 + length(username), 0, now(), now(), username, password
      from (values ('ann', 'a-plain-password-1'), ('none', null), ('hashed', '${before?.password}'))
        as given (username, password);
      update record.tabularium_user set password = 'a-plain-password-2' where username = 'admin';
    `)
    expect((await apply()).remaining).toEqual([])
    expect(await database.query('select username, password from record.tabularium_user order by username')).toEqual([
      { username: 'admin', password: null },
      { username: 'ann', password: null },
      { username: 'hashed', password: before?.password },
      { username: 'none', password: null },
    ])
    await expect(
      database.query("update record.tabularium_user set password = 'a-plain-password-3' where username = 'ann'"),
    ).rejects.toMatchObject({ constraint: 'tabularium_user_password_check_ebad393d' })
  })

  it('leaves what follows a parked delivery to the journal', async () => {
    const { database, apply } = await makeOld()
    await apply()
    await database.query(`
      drop table tabularium.delivery_backlogs;
      drop index tabularium.deliveries_waiting_index;
      delete from tabularium.migrations where number = 22;
      insert into tabularium.deliveries (webhook, position, model, record, version, parked, created_on, due_on)
      select 1, position, 1, 1 + position % 2, position / 2, position = 2, now(), now()
      from generate_series(0, 7) as position;
    `)
    await apply()
    const of = (table: string) =>
      database.query(`select record::int, position::int, version::int from tabularium.${table} order by position`)
    expect(await of('delivery_backlogs')).toEqual([{ record: 1, position: 2, version: 1 }])
    expect(await of('deliveries')).toMatchObject([0, 1, 2, 3, 5, 7].map((position) => ({ position })))
  })

  it('has the same schema afterwards as a new one', async () => {
    const { database, apply } = await makeOld()
    const fresh = await createDatabase()
    await apply()
    for (const schema of ['tabularium', 'record'])
      expect(await dumpSchema(database, schema)).toBe(await dumpSchema(fresh, schema))
    await fresh.drop()
  })

  it('is not changed if a record has an id below 1: the plan names the record', async () => {
    const { database, plan, apply } = await makeOld()
    await addTags(database, [-3, 0, 1])
    const blocked = (await plan()).flatMap((step) => step.blocked ?? [])
    expect(blocked).toEqual([expect.stringMatching(/com\.example\.contacts\.Tag\.id.*Records: -3, 0\./s)])
    await expect(apply()).rejects.toThrow('Nothing was changed')
    await database.query('delete from record.com_example_contacts_tag where id < 1')
    expect((await apply()).remaining).toEqual([])
  })
})
