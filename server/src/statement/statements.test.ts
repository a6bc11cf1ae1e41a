import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { narrowGrant, ownGrant, passFor, proof, sightsOf } from '../../test/harness/sights.ts'
import { brokenRules } from '../../test/harness/statementRules.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { loadModels } from '../model/loadModels.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { Grant } from '../permission/Grant.ts'
import { actions } from '../permission/Rule.ts'
import { Sight } from '../permission/Sight.ts'
import type { WriteNote } from '../plan/Plan.ts'
import { writableFields } from '../plan/readRecord.ts'
import { name, type Sql } from '../sql/sql.ts'
import { answerStatement } from './answers.ts'
import { forgiveAttemptStatement, reserveAttemptStatement, sweepAttemptsStatement } from './attempts.ts'
import { createAllStatement, createStatement, drawIdsStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { explainStatement } from './explain.ts'
import { findStatement } from './find.ts'
import { historyStatement } from './history.ts'
import { judgeStatement, seenStatement } from './judge.ts'
import { lastingStatement, openPass, passOf, passStatement } from './pass.ts'
import { pastStatement } from './past.ts'
import { readStatement } from './read.ts'
import { laterEntriesStatement, recreateStatement } from './recreate.ts'
import { previewStatement } from './preview.ts'
import {
  rightsOfKeysStatement,
  rightsOfUsersStatement,
  rightsOfUserStatement,
  rulesOfRolesStatement,
  rulesStatement,
} from './rights.ts'
import {
  closeSessionStatement,
  credentialsStatement,
  endSessionsOfStatement,
  endSessionsStatement,
  keyStatement,
  openSessionStatement,
  sessionStatement,
  sweepSessionsStatement,
  touchKeyStatement,
  touchStatement,
} from './sessions.ts'
import { showStatement } from './show.ts'
import { updateStatement } from './update.ts'
import { viewOf, wholeView } from './View.ts'

const contacts = await loadModels(fileURLToPath(import.meta.resolve('../../../examples/contacts')))
const times = { idle: 60_000, lifetime: 600_000, touch: 6_000 }
const declared = everyType.all.filter(({ name: own }) => !isBuiltIn(own))
const cases = [
  ...contacts.all.map((model) => ({ model, models: contacts })),
  ...declared.map((model) => ({ model, models: everyType })),
].flatMap(({ model, models }) =>
  sightsOf(models).map(({ sight, grant }) => ({ name: model.name, sight, model, models, grant })),
)
type Case = (typeof cases)[number]

/** A value for a field that would show if it got into the text. */
function canary(field: Field, index: number): ColumnValue {
  if (field.type === 'boolean') return true
  if (field.type === 'integer' || field.type === 'reference') return 7777 + index
  return `canary ${index}'; drop table users; --`
}

/** What the journal is told of links: values too, although they come as text. */
const linkChanges = '"canary":[[7777],[7778]]'

const once = { key: 'canary', hash: 'canary' }

function noteOf(grant: Grant): WriteNote {
  return { grant, requestId: 'canary', dryRun: false }
}

function plansOf({ model, grant }: Pick<Case, 'model' | 'grant'>, size: number, note = noteOf(grant)) {
  const fields = writableFields(model)
  const given = fields.map((field) => field.name)
  const numbers = Array.from({ length: size }, (_, index) => 7777 + index)
  const valuesOf = (index: number) => fields.map((field) => canary(field, index))
  const change = { relations: [], onConflict: 'refuse', journaledAs: 'update' } as const
  const place = { model, version: 7777, createdOn: 'canary', createdBy: 7777 }
  const page = { model, grant, offset: 7777, limit: 7778 }
  return {
    find: [{ ...page, operation: 'find' } as const],
    read: numbers.map((id) => ({ operation: 'read', model, grant, id }) as const),
    create: numbers.map((id) => ({
      id,
      plan: { operation: 'create', model, note, fields, values: valuesOf(id), given, relations: [] } as const,
    })),
    update: numbers.map(
      (id) =>
        ({ ...change, operation: 'update', model, id, version: 7777, note, fields, values: valuesOf(id) }) as const,
    ),
    history: [{ ...page, operation: 'history', id: 7777 } as const],
    past: numbers.map((id) => ({ model, grant, id, version: 7777 })),
    show: numbers.map((id) => ({ ...place, grant, id, updatedOn: 'canary', updatedBy: 7777, values: valuesOf(id) })),
    recreate: numbers.map((id) => ({ ...place, id, note, fields, values: valuesOf(id) })),
    delete: numbers.map((id) => ({ operation: 'delete', model, id, version: 7777, note }) as const),
  }
}

function statementsOf(one: Case, size: number): Record<string, Sql> {
  const { model, models, grant } = one
  const plans = plansOf(one, size)
  const keyed = plansOf(one, size, { ...noteOf(grant), once })
  const pass = passFor(size)
  return {
    find: findStatement.toSql(plans.find, models, pass),
    read: readStatement.toSql(plans.read, models, pass),
    create: createStatement.toSql(plans.create, models, pass),
    update: updateStatement.toSql(plans.update, models, pass),
    'update of nothing': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, fields: [], values: [] })),
      models,
      pass,
    ),
    delete: deleteStatement.toSql(plans.delete, models, pass),
    'create with links': createStatement.toSql(
      plans.create.map(({ id, plan }) => ({ id, plan: { ...plan, linkChanges } })),
      models,
      pass,
    ),
    'update of links': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, linkChanges })),
      models,
      pass,
    ),
    'create by several': createStatement.toSql(
      plansOf(one, size + 1).create.map(({ id, plan }) => ({
        id,
        plan: { ...plan, note: { ...plan.note, requestId: `canary${id}` } },
      })),
      models,
      pass,
    ),
    'create all or none': createAllStatement(plans.create, models, pass),
    'entries behind a version': laterEntriesStatement(model, 7777, 7778),
    'create with a key': createStatement.toSql(keyed.create, models, pass),
    'update with a key': updateStatement.toSql(keyed.update, models, pass),
    'delete with a key': deleteStatement.toSql(keyed.delete, models, pass),
    'find at the start': findStatement.toSql(
      plans.find.map((plan) => ({ ...plan, offset: 0 })),
      models,
      pass,
    ),
    'find for the total alone': findStatement.toSql(
      plans.find.map((plan) => ({ ...plan, limit: 0 })),
      models,
      pass,
    ),
    history: historyStatement.toSql(plans.history, models, pass),
    past: pastStatement.toSql(plans.past, models, pass),
    show: showStatement.toSql(plans.show, models, pass),
    recreate: recreateStatement.toSql(plans.recreate, models, pass),
    'recreate with a key': recreateStatement.toSql(keyed.recreate, models, pass),
    'kept answers': answerStatement(7777).toSql(
      plans.read.map(() => ({ grant, key: 'canary' })),
      models,
      pass,
    ),
    'drawing ids': drawIdsStatement(model, 7777),
    ...judgements(one, size),
  }
}

/** What is asked about records before and after they are written. */
function judgements({ model, models, grant }: Case, size: number): Record<string, Sql> {
  const ids = Array.from({ length: size }, (_, index) => 7777 + index)
  const view = viewOf(grant, models)
  const judged = actions.map((action) => [
    `judging records by who may ${action} them`,
    judgeStatement(model, ids, grant.rights.of(model, action), view),
  ])
  const explained = actions.map((action) => {
    const conditions = grant.rights.of(model, action).map(({ condition }) => condition)
    return [
      `explaining who may ${action} a record`,
      explainStatement(model, 7777, conditions, { ...view, viewer: 7777 }),
    ]
  })
  const { sight } = grant.rights
  return {
    ...Object.fromEntries([...judged, ...explained]),
    'records that are seen': seenStatement(model, ids, view),
    ...Object.fromEntries(
      [...model.fields, ...model.relations].map(({ name: field }) => [
        `records that show their ${field}`,
        seenStatement(model, ids, view, field),
      ]),
    ),
    'previewing rules': previewStatement(model, sight.rowsOf(model), undefined, wholeView(models, 7777)),
  }
}

/** Statements about who calls and what they may. */
function accessStatements(size: number): Record<string, Sql> {
  const hashes = Array.from({ length: size }, (_, index) => `canary${index}`)
  const ids = hashes.map((_, index) => 7777 + index)
  const grant = narrowGrant(contacts)
  const attempt = { account: 'canary', network: 'canary' }
  return {
    'session look-up': sessionStatement(times).toSql(hashes, contacts, openPass),
    'key look-up': keyStatement(times).toSql(hashes, contacts, openPass),
    'noting a use': touchStatement(hashes, times),
    'noting the use of a key': touchKeyStatement(hashes, times),
    'opening a session': openSessionStatement({
      hash: 'canary',
      userId: 7777,
      passwordHash: 'canary',
      agent: 'canary',
      requestId: 'canary',
    }),
    'closing a session': closeSessionStatement('canary', 'canary'),
    'ending all sessions of a user': endSessionsStatement(7777, 'canary'),
    'ending the sessions of users': endSessionsOfStatement(ids, { grant, requestId: 'canary', except: 'canary' }),
    'sweeping sessions': sweepSessionsStatement(times),
    credentials: credentialsStatement('canary'),
    'counting an attempt': reserveAttemptStatement(attempt, { loginAttempts: 7777, loginWait: 7778, loginRate: 7779 }),
    'forgiving an attempt': forgiveAttemptStatement(attempt),
    'forgetting attempts': sweepAttemptsStatement(),
    'rights of users': rightsOfUsersStatement(ids),
    rules: rulesStatement(ids),
    'rights of keys': rightsOfKeysStatement(ids),
    'rights of a user by name': rightsOfUserStatement('canary'),
    'rights of a user by id': rightsOfUserStatement('7777'),
    'rules of all roles': rulesOfRolesStatement(7777),
    'pass of a session': passStatement(proof),
    'pass of a key': passStatement({ ...proof, isKey: true }),
    'pass of an administrator': passStatement({ ...proof, isAdmin: true }),
    'pass at the end': lastingStatement(proof) ?? expect.fail('It depends on rules.'),
    'pass of a key at the end': lastingStatement({ ...proof, isKey: true }) ?? expect.fail('It depends on rules.'),
    'pass of the service': passStatement(undefined),
    ...passes(hashes),
  }
}

/** The passes of those who share a statement, each in front of a read. */
function passes(hashes: readonly string[]): Record<string, Sql> {
  const sessions = hashes.map((hash, index) => ({ ...proof, id: 7_777 + index, hash }))
  const keys = sessions.map((one) => ({ ...one, isKey: true }))
  const reading = (pass: Sql) => {
    const model = contacts.get('com.example.contacts.Contact')
    return readStatement.toSql(plansOf({ model, grant: narrowGrant(contacts) }, hashes.length).read, contacts, pass)
  }
  return {
    'read by sessions': reading(passOf(sessions)),
    'read by keys': reading(passOf(keys)),
    'read by administrators': reading(passOf(sessions.map((one) => ({ ...one, isAdmin: true })))),
    'read by both': reading(passOf([...sessions, ...keys])),
    'read by some that were recognised before rights changed': reading(
      passOf([...sessions, { ...proof, revision: '7778' }]),
    ),
    'read by the service': reading(passOf([undefined])),
  }
}

describe.each(cases)('the statements of $name for one who sees $sight', (one) => {
  it.each(Object.entries(statementsOf(one, 3)))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(Object.entries(statementsOf(one, 1)))('%s has one text for a group of one and of many', (what, statement) => {
    expect(statementsOf(one, 200)[what]?.toQuery().text).toBe(statement.toQuery().text)
  })

  it.each([
    ['one who sees that', one.grant],
    ['one who sees their own records', ownGrant(one.models)],
  ])('are for %s what they would be if no part of them were kept', (_, grant) => {
    const toQueries = () =>
      Object.entries(statementsOf({ ...one, grant }, 2)).map(([what, made]) => [what, made.toQuery()])
    toQueries()
    const withKept = toQueries()
    const keep = vi.spyOn(Sight.prototype, 'keep').mockImplementation((_key, make) => make())
    expect(withKept).toEqual(toQueries())
    keep.mockRestore()
  })

  it('writes to the model’s own table alone, at one place; only the links of a record go with it', () => {
    const table = tableName(one.model).toText()
    const links = one.model.relations
      .filter(({ type }) => type === 'links')
      .map((relation) => name(recordSchema, linksTableOf(one.model.name, relation.name)).toText())
    for (const what of ['create', 'update', 'delete']) {
      const { text } = statementsOf(one, 2)[what]?.toQuery() ?? { text: '' }
      const written = Array.from(text.matchAll(/\b(?:insert into|update|delete from) ("[^ ]+)/g), ([, to]) => to)
      expect(written, what).toEqual(what === 'delete' ? [table, ...links] : [table])
    }
  })

  it('takes the id of a new record from the caller', () => {
    const { text } = statementsOf(one, 2).create?.toQuery() ?? { text: '' }
    expect(text).toMatch(/insert into [^ ]+ \("id", /)
    expect(text).not.toContain('nextval')
  })

  it('changes a record only where its version is the current one', () => {
    expect(statementsOf(one, 2).update?.toQuery().text).toContain('t.id = input.id and t.version = input.version')
    expect(statementsOf(one, 2).delete?.toQuery().text).toContain(
      '(input.version is null or t.version = input.version)',
    )
  })

  it('matches answers by id, in whatever order they come', () => {
    const { read, create, update, delete: deletes } = plansOf(one, 3)
    const rows = [7779, 7777, 7778].map((id) => [`${id}`, '4', `{"id":${id}}`, null])
    const expected = [7777, 7778, 7779].map((id) => ({ version: 4, json: `{"id":${id}}` }))
    // One record may be read for several callers at once, who see different parts of it: by their places.
    const placed = rows.map(([id, ...columns]) => [`${Number(id) - 7776}`, ...columns])
    expect(readStatement.toResults(read, placed)).toEqual(expected)
    expect(createStatement.toResults(create, rows)).toEqual(expected)
    expect(updateStatement.toResults(update, rows)).toEqual(expected)
    expect(
      deleteStatement.toResults(deletes, [
        ['7779', null, ''],
        ['7777', '7777', null],
        ['7778', null, 'a.B.c'],
      ]),
    ).toEqual([
      { done: true, referrers: [] },
      { done: false, referrers: ['a.B.c'] },
      { done: false, referrers: [] },
    ])
  })

  it('asks for locks in the order of the ids', () => {
    const { update, delete: deletes } = plansOf(one, 3)
    expect(updateStatement.toSql(update.toReversed(), one.models, openPass).toQuery().values[0]).toEqual([
      7777, 7778, 7779,
    ])
    expect(deleteStatement.toSql(deletes.toReversed(), one.models, openPass).toQuery().values[0]).toEqual([
      7777, 7778, 7779,
    ])
  })
})

describe('the statements of who calls and what they may', () => {
  it.each(Object.entries(accessStatements(3)))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(Object.entries(accessStatements(1)))('%s has one text for one and for many', (what, statement) => {
    expect(accessStatements(200)[what]?.toQuery().text).toBe(statement.toQuery().text)
  })
})

describe('the narrow sight of these tests', () => {
  it.each([contacts, everyType])('leaves out records and fields of every model, by who looks', (models) => {
    const { broken, sight } = narrowGrant(models).rights
    expect(broken).toEqual([])
    for (const model of models.all) {
      expect(sight.isPersonal(model)).toBe(true)
      expect(sight.rowsOf(model)).toMatchObject({ is: 'or' })
      expect(sight.partialFieldsOf(model).size).toBeGreaterThan(0)
    }
  })
})

describe('groups', () => {
  const keysOf = (one: Pick<Case, 'model' | 'grant'>) => {
    const { find, read, create, update, delete: deletes, history, past, show, recreate } = plansOf(one, 1)
    return {
      alone: [...find.map(findStatement.keyOf), ...history.map(historyStatement.keyOf)],
      shared: [
        ...read.map(readStatement.keyOf),
        ...create.map(createStatement.keyOf),
        ...update.map(updateStatement.keyOf),
        ...update.map((plan) => updateStatement.keyOf({ ...plan, fields: [], values: [] })),
        ...past.map(pastStatement.keyOf),
        ...show.map(showStatement.keyOf),
        ...recreate.map(recreateStatement.keyOf),
      ],
      unseen: deletes.map(deleteStatement.keyOf),
    }
  }

  it('hold plans of one model, one operation, one shape and one sight', () => {
    const all = cases.map(keysOf)
    const seeing = all.flatMap(({ alone, shared }) => [...alone, ...shared])
    expect(seeing).toHaveLength(9 * cases.length)
    expect(new Set(seeing).size).toBe(seeing.length)
    // A delete shows nothing, so all may share it.
    expect(new Set(all.flatMap(({ unseen }) => unseen)).size).toBe(cases.length / 2)
  })

  it('hold plans of users whose rights are the same; a page is shared only where it does not depend on who looks', () => {
    for (const { model, models } of cases) {
      const [one, same, other] = [
        narrowGrant(models, 7777, ' a'),
        narrowGrant(models, 7778, ' a'),
        narrowGrant(models, 7777, ' b'),
      ].map((grant) => keysOf({ model, grant }))
      expect(same?.shared).toEqual(one?.shared)
      for (const key of one?.alone ?? []) expect(same?.alone).not.toContain(key)
      for (const key of [...(one?.alone ?? []), ...(one?.shared ?? [])])
        expect([...(other?.alone ?? []), ...(other?.shared ?? [])]).not.toContain(key)
    }
  })

  it('carry the user of each plan as a value', () => {
    for (const { model, models } of cases) {
      const users = [narrowGrant(models, 7777), narrowGrant(models, 7778)]
      const plans = users.flatMap((grant) => plansOf({ model, grant }, 1).read)
      expect(readStatement.toSql(plans, models, openPass).toQuery().values).toContainEqual([7777, 7778])
    }
  })
})

describe('the rules themselves', () => {
  it.each([
    ['select t.id from x; drop table x', 'is one statement that reads or writes rows'],
    ['set statement_timeout = 5', 'is one statement that reads or writes rows'],
    ["select set_config('a', 'b', true)", 'leaves no state in the session'],
    ['listen channel', 'leaves no state in the session'],
    ['create temporary table x (id bigint)', 'makes no tables, triggers or functions'],
    ['select pg_advisory_xact_lock($1)', 'takes no advisory locks and no locks on tables'],
    ['select t.id from x as t for update', 'takes no advisory locks and no locks on tables'],
    ['select * from x', 'names its columns'],
    ['select t.* from x as t', 'names its columns'],
    ['select row_to_json(t) from x as t', 'makes JSON of columns that it names, never of the row of a table'],
    ['select to_jsonb(t) from x as t', 'makes JSON of columns that it names, never of the row of a table'],
    ["select id from x where name = 'canary'", 'carries no values in its text'],
    ['select id from x where id = 7777', 'carries no values in its text'],
    ['insert into x default values returning lastval()', 'asks for no ids behind the caller’s back'],
  ])('%s is found out', (text, rule) => {
    expect(brokenRules(text)).toContain(rule)
  })
})
