import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../src/model/loadModels.ts'
import type { Model } from '../src/model/Model.ts'
import type { Models } from '../src/model/Models.ts'
import { type Authorization, serviceAuthorization } from '../src/permission/Authorization.ts'
import { actions } from '../src/permission/Rule.ts'
import { planCreate } from '../src/plan/create.ts'
import type { UpdatePlan } from '../src/plan/Plan.ts'
import { type Sql, sql } from '../src/sql/sql.ts'
import { createStatement } from '../src/statement/create.ts'
import { deleteStatement } from '../src/statement/delete.ts'
import { findStatement } from '../src/statement/find.ts'
import { historyStatement } from '../src/statement/history.ts'
import { evaluateRulesStatement, seenStatement } from '../src/statement/evaluateRules.ts'
import { openAuthCheck, authCheckStatement } from '../src/statement/authorization/authCheck.ts'
import { stillAuthorizedStatement } from '../src/statement/authorization/lastingAuthorization.ts'
import { pastStatement } from '../src/statement/past.ts'
import { readStatement } from '../src/statement/read.ts'
import { recreateStatement } from '../src/statement/recreate.ts'
import { rightsOfKeysStatement } from '../src/statement/authorization/keyRights.ts'
import { rightsOfUsersStatement, rightsOfUserStatement, rulesStatement } from '../src/statement/authorization/rights.ts'
import { confirmedStatement, confirmStatement } from '../src/statement/service/confirmations.ts'
import {
  credentialsStatement,
  keyStatement,
  sessionStatement,
  touchKeyStatement,
  touchStatement,
} from '../src/statement/service/sessions.ts'
import {
  closeSessionStatement,
  endSessionsByProviderStatement,
  endSessionsOfStatement,
} from '../src/statement/service/sessionWrites.ts'
import { notifyStatement } from '../src/statement/service/notices.ts'
import { updateStatement } from '../src/statement/update.ts'
import { scopeOf } from '../src/statement/condition/ReadScope.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { narrowGrant, authCheckOf, credential, authorizationsOf } from './harness/authorizations.ts'

const rows = 20_000
const times = { idle: 60_000, lifetime: 600_000, touch: 6_000 }

let database: TestDatabase
let connection: pg.Client
let models: Models

beforeAll(async () => {
  models = await loadModels(contactsFolder)
  database = await createDatabase()
  connection = new pg.Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' })
  await connection.connect()
  for (const [table, columns, values] of [
    ['com_example_contacts_company', 'name', "'Company ' || n"],
    ['com_example_contacts_contact', 'first_name, last_name, company', "'First', 'Last', n"],
    ['com_example_contacts_tag', 'name', "'tag ' || n"],
    ['com_example_contacts_interaction', 'contact, kind, happened_on', "n, 'call', now()"],
    ['tabularium_user', 'username, name', "'user' || n, 'User'"],
    ['tabularium_role', 'name', "'role ' || n"],
    ['tabularium_rule', 'role, model', "n, '*'"],
    ['tabularium_session', '"user", token_hash, used_on', "n, 'hash ' || n, now()"],
    ['tabularium_key', '"user", name, token_hash', "n, 'key', 'hash ' || n"],
    ['tabularium_view', 'model, name, owner', "'model ' || n, 'View', n"],
    ['tabularium_job', 'name', "'job ' || n"],
    ['tabularium_notice', '"user", model, record', "n, 'model', n"],
    ['tabularium_favorite', '"user", model, record', "n, 'model', n"],
    ['tabularium_identity', '"user", provider, issuer, subject', "n, 'company', 'issuer', 'subject ' || n"],
    ['tabularium_factor', '"user", kind', "n, 'totp'"],
    ['tabularium_dashboard', 'name, owner', "'Dashboard', n"],
    ['tabularium_webhook', 'name, url, models, "user"', "'hook ' || n, 'https://example.com', '[]', n"],
  ])
    await connection.query(`insert into record.${table} (id, version, created_on, updated_on, ${columns})
      select n, 0, now(), now(), ${values} from generate_series(1, ${rows}) as n on conflict do nothing`)
  const links = ['com_example_contacts_contact_tags', 'tabularium_user_roles', 'tabularium_key_roles']
  for (const table of [...links, 'tabularium_view_roles', 'tabularium_dashboard_roles'])
    await connection.query(`insert into record.${table}_links (source, target)
      select n, n from generate_series(1, ${rows}) as n`)
  await connection.query('analyze')
})

afterAll(async () => {
  await connection.end()
  await database.drop()
})

/** The tables of records that the generic plan of a statement reads from end to end. */
async function scannedTables(statement: Sql): Promise<string[]> {
  const { text, values } = statement.toQuery()
  await connection.query(`prepare generic as ${text}`)
  const { rows: lines } = await connection.query<{ 'QUERY PLAN': string }>(
    values.length === 0 ? 'explain execute generic' : `explain execute generic(${values.map(() => 'null').join()})`,
  )
  await connection.query('deallocate generic')
  return lines.flatMap((line) => /Seq Scan on ((?:com_example|tabularium)_\w+)/.exec(line['QUERY PLAN'])?.[1] ?? [])
}

/** A valid record of each model that needs more than a name. */
const samples: Record<string, Record<string, unknown>> = {
  Contact: { firstName: 'A', lastName: 'B', company: { id: 5 } },
  User: { username: 'a', name: 'A' },
  Rule: { role: { id: 5 }, model: '*' },
  Session: { user: { id: 5 } },
  Key: { user: { id: 5 }, name: 'A' },
  View: { model: 'com.example.contacts.Contact', name: 'A', owner: { id: 5 } },
  Webhook: { name: 'A', url: 'https://example.com', models: [], user: { id: 5 } },
  Notice: { user: { id: 5 }, model: 'com.example.contacts.Contact', record: 5 },
  Factor: { user: { id: 5 } },
  Identity: { user: { id: 5 }, provider: 'company', issuer: 'issuer', subject: 'subject' },
  Dashboard: { name: 'A', owner: { id: 5 } },
  Favorite: { user: { id: 5 }, model: 'com.example.contacts.Contact', record: 5 },
  Interaction: { contact: { id: 5 }, kind: 'call', happenedOn: '2026-01-31T08:30:00Z', subject: 'A' },
}

/** Statements of every operation for a group of records of a model. */
function statementsOf(model: Model, authorization: Authorization, size: number): [string, Sql][] {
  const ids = Array.from({ length: size }, (_, index) => index + 1)
  const sent = samples[model.name.split('.').at(-1) ?? ''] ?? { name: 'A' }
  const context = { authorization, requestId: 'test', dryRun: false }
  const created = planCreate(sent, model, models, context)
  const { fields, values } = created
  const change: Omit<UpdatePlan, 'id'> = {
    operation: 'update',
    model,
    version: 0,
    context,
    fields,
    values,
    relations: [],
    onConflict: 'refuse',
    journaledAs: 'update',
  }
  const authCheck = authCheckOf(size)
  const reads = ids.map((id) => ({ operation: 'read', model, authorization, id }) as const)
  const creates = ids.map((id) => ({ id: rows + id, plan: created }))
  const updates = ids.map((id) => ({ ...change, id }))
  const deletes = ids.map((id) => ({ operation: 'delete', model, id, version: 0, context }) as const)
  const pasts = ids.map((id) => ({ model, authorization, id, version: 0 }))
  const recreations = ids.map((id) => ({ ...change, id, createdOn: null, createdBy: null }))
  const page = { operation: 'history', model, authorization, id: 5, offset: 0, limit: 40 } as const
  return [
    [`read ${model.name}`, readStatement.toSql(reads, models, authCheck)],
    [`create ${model.name}`, createStatement.toSql(creates, models, authCheck)],
    [`update ${model.name}`, updateStatement.toSql(updates, models, authCheck)],
    [`delete ${model.name}`, deleteStatement.toSql(deletes, models, authCheck)],
    [`past ${model.name}`, pastStatement.toSql(pasts, models, authCheck)],
    [`history ${model.name}`, historyStatement.toSql([page], models, authCheck)],
    [`recreate ${model.name}`, recreateStatement.toSql(recreations, models, authCheck)],
    ...judgementsOf(model, authorization, ids),
  ]
}

function judgementsOf(model: Model, authorization: Authorization, ids: readonly number[]): [string, Sql][] {
  const scope = scopeOf(authorization, models)
  return [
    ...actions.map((action): [string, Sql] => [
      `judge who may ${action} ${model.name}`,
      evaluateRulesStatement(model, ids, authorization.rights.of(model, action), scope),
    ]),
    [`seen ${model.name}`, seenStatement(model, ids, scope)],
  ]
}

/** Pages of a model that is wholly visible. */
function pagesOf(model: Model, authorization: Authorization): [string, Sql][] {
  const page = { operation: 'find', model, authorization, offset: 0, limit: 40 } as const
  return [
    [`find ${model.name}`, findStatement.toSql([page], models, authCheckOf(1))],
    [`find deep in ${model.name}`, findStatement.toSql([{ ...page, offset: 15_000 }], models, authCheckOf(1))],
  ]
}

/** Statements about callers and their rights. */
function accessStatements(size: number): [string, Sql][] {
  const hashes = Array.from({ length: size }, (_, index) => `hash ${index}`)
  const ids = hashes.map((_, index) => index + 1)
  const ending = { authorization: narrowGrant(models), requestId: 'test', except: null }
  return [
    ['session look-up', sessionStatement(times).toSql(hashes, models, openAuthCheck)],
    ['key look-up', keyStatement(times).toSql(hashes, models, openAuthCheck)],
    ['noting a use', touchStatement(hashes, times)],
    ['noting the use of a key', touchKeyStatement(hashes, times)],
    ['pass of a session', authCheckStatement(credential)],
    ['pass of a key', authCheckStatement({ ...credential, isKey: true })],
    ['pass of an administrator', authCheckStatement({ ...credential, isAdmin: true })],
    ['pass at the end', stillAuthorizedStatement(credential) ?? sql``],
    ['pass of a key at the end', stillAuthorizedStatement({ ...credential, isKey: true }) ?? sql``],
    ['credentials', credentialsStatement('user5', 'local')],
    ['whether a session is confirmed', confirmedStatement(credential)],
    ['confirming a session', confirmStatement('hash 5', 'hash')],
    ['closing a session', closeSessionStatement('hash 5', 'test')],
    ['ending the sessions of users', endSessionsOfStatement(ids, ending)],
    ['ending a session of a provider', endSessionsByProviderStatement({ issuer: 'a', sid: '5' }, 'test')],
    ['ending those of a person', endSessionsByProviderStatement({ issuer: 'a', subject: '5' }, 'test')],
    ['rights of users', rightsOfUsersStatement(ids)],
    ['rights of a user', rightsOfUserStatement('user5')],
    ['rights of keys', rightsOfKeysStatement(ids)],
    ['rules', rulesStatement(ids)],
    ['notices', notifyStatement({ userIds: ids, model: 'a.B', record: 5, comment: 5, by: 5, requestId: 'test' })],
  ]
}

async function findScans(statements: readonly [string, Sql][]): Promise<string[]> {
  const scans: string[] = []
  for (const [name, statement] of statements)
    for (const table of await scannedTables(statement)) scans.push(`${name}: ${table}`)
  return scans
}

describe('no statement of a request reads a whole table of records', () => {
  it.each([1, 64])('in groups of %i', async (size) => {
    for (const { visibility, authorization } of authorizationsOf(models)) {
      const statements = models.all.flatMap((model) => statementsOf(model, authorization, size))
      expect(await findScans(statements), `for one who sees ${visibility}`).toEqual([])
    }
  })

  it('for a page of a model that is wholly visible', async () => {
    const authorization = { ...serviceAuthorization(models), credential }
    expect(await findScans(models.all.flatMap((model) => pagesOf(model, authorization)))).toEqual([])
  })

  it.each([1, 64])('for callers and their rights, in groups of %i', async (size) => {
    expect(await findScans(accessStatements(size))).toEqual([])
  })

  it('and one that does is noticed', async () => {
    const byName = sql`select t.id from record.tabularium_user as t where t.name = ${'A'}`
    expect(await scannedTables(byName)).toEqual(['tabularium_user'])
  })
})
