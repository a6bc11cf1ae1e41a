import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { brokenRules } from '../../test/harness/statementRules.ts'
import { loadModels } from '../model/loadModels.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import { linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { WriteNote } from '../plan/Plan.ts'
import { writableFields } from '../plan/readRecord.ts'
import { name, type Sql } from '../sql/sql.ts'
import { answerStatement } from './answers.ts'
import { createAllStatement, createStatement, drawIdsStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { findStatement } from './find.ts'
import { historyStatement } from './history.ts'
import { pastStatement } from './past.ts'
import { readStatement } from './read.ts'
import { laterEntriesStatement, recreateStatement } from './recreate.ts'
import {
  closeSessionStatement,
  credentialsStatement,
  openSessionStatement,
  sessionStatement,
  touchStatement,
} from './sessions.ts'
import { showStatement } from './show.ts'
import { updateStatement } from './update.ts'

const contacts = await loadModels(fileURLToPath(import.meta.resolve('../../../examples/contacts')))
const times = { idle: 60_000, lifetime: 600_000, touch: 6_000 }
const cases = [contacts, everyType].flatMap((models) =>
  models.all.map((model) => ({ name: model.name, model, models })),
)

/** A value for a field that would show if it got into the text. */
function canary(field: Field, index: number): ColumnValue {
  if (field.type === 'boolean') return true
  if (field.type === 'integer' || field.type === 'reference') return 7777 + index
  return `canary ${index}'; drop table users; --`
}

/** What the journal is told of links: values too, although they come as text. */
const linkChanges = '"canary":[[7777],[7778]]'

const plainNote: WriteNote = { author: 7777, requestId: 'canary', dryRun: false }
const keyedNote: WriteNote = { ...plainNote, once: { key: 'canary', hash: 'canary' } }

function plansOf(model: Model, size: number, note: WriteNote = plainNote) {
  const fields = writableFields(model)
  const numbers = Array.from({ length: size }, (_, index) => 7777 + index)
  const valuesOf = (index: number) => fields.map((field) => canary(field, index))
  const change = { relations: [], onConflict: 'refuse', journaledAs: 'update' } as const
  const place = { model, version: 7777, createdOn: 'canary', createdBy: 7777 }
  return {
    find: numbers.slice(0, 1).map(() => ({ operation: 'find', model, offset: 7777, limit: 7778 }) as const),
    read: numbers.map((id) => ({ operation: 'read', model, id }) as const),
    create: numbers.map((id) => ({
      id,
      plan: { operation: 'create', model, note, fields, values: valuesOf(id), relations: [] } as const,
    })),
    update: numbers.map(
      (id) =>
        ({ ...change, operation: 'update', model, id, version: 7777, note, fields, values: valuesOf(id) }) as const,
    ),
    history: numbers.slice(0, 1).map((id) => ({ operation: 'history', model, id, offset: 7777, limit: 7778 }) as const),
    past: numbers.map((id) => ({ model, id, version: 7777 })),
    show: numbers.map((id) => ({ ...place, id, updatedOn: 'canary', updatedBy: 7777, values: valuesOf(id) })),
    recreate: numbers.map((id) => ({ ...place, id, note, fields, values: valuesOf(id) })),
    delete: numbers.map((id) => ({ operation: 'delete', model, id, version: 7777, note }) as const),
  }
}

function statementsOf({ model, models }: (typeof cases)[number], size: number): Record<string, Sql> {
  const plans = plansOf(model, size)
  const keyed = plansOf(model, size, keyedNote)
  return {
    find: findStatement.toSql(plans.find, models),
    read: readStatement.toSql(plans.read, models),
    create: createStatement.toSql(plans.create, models),
    update: updateStatement.toSql(plans.update, models),
    'update of nothing': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, fields: [], values: [] })),
      models,
    ),
    delete: deleteStatement.toSql(plans.delete, models),
    'create with links': createStatement.toSql(
      plans.create.map(({ id, plan }) => ({ id, plan: { ...plan, linkChanges } })),
      models,
    ),
    'update of links': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, linkChanges })),
      models,
    ),
    'create by several': createStatement.toSql(
      plansOf(model, size + 1).create.map(({ id, plan }) => ({
        id,
        plan: { ...plan, note: { ...plan.note, requestId: `canary${id}` } },
      })),
      models,
    ),
    'create all or none': createAllStatement(plans.create, models),
    'create with a key': createStatement.toSql(keyed.create, models),
    'update with a key': updateStatement.toSql(keyed.update, models),
    'delete with a key': deleteStatement.toSql(keyed.delete, models),
    'find at the start': findStatement.toSql([{ operation: 'find', model, offset: 0, limit: 7777 }], models),
    history: historyStatement.toSql(plans.history, models),
    past: pastStatement.toSql(plans.past, models),
    show: showStatement.toSql(plans.show, models),
    recreate: recreateStatement.toSql(plans.recreate, models),
    'entries behind a version': laterEntriesStatement(model, 7777, 7778),
    'recreate with a key': recreateStatement.toSql(keyed.recreate, models),
    'kept answers': answerStatement(7777).toSql(
      plans.read.map(({ id }) => ({ userId: id, key: 'canary' })),
      models,
    ),
    'drawing ids': drawIdsStatement(model, 7777),
  }
}

function sessionStatements(size: number): Record<string, Sql> {
  const hashes = Array.from({ length: size }, (_, index) => `canary${index}`)
  return {
    'session look-up': sessionStatement(times).toSql(hashes, contacts),
    'noting a use': touchStatement(times).toSql(hashes, contacts),
    'opening a session': openSessionStatement('canary', 7777, 'canary', times),
    'closing a session': closeSessionStatement('canary'),
    credentials: credentialsStatement('canary'),
  }
}

describe.each(cases)('the statements of $name', (one) => {
  it.each(Object.entries(statementsOf(one, 3)))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(Object.entries(statementsOf(one, 1)))('%s has one text for a group of one and of many', (what, statement) => {
    expect(statementsOf(one, 200)[what]?.toQuery().text).toBe(statement.toQuery().text)
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
    const { read, create, update, delete: deletes } = plansOf(one.model, 3)
    const rows = [7779, 7777, 7778].map((id) => [`${id}`, '4', `{"id":${id}}`, null])
    const expected = [7777, 7778, 7779].map((id) => ({ version: 4, json: `{"id":${id}}` }))
    expect(readStatement.toResults(read, rows)).toEqual(expected)
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
    const { update, delete: deletes } = plansOf(one.model, 3)
    expect(updateStatement.toSql(update.toReversed(), one.models).toQuery().values[0]).toEqual([7777, 7778, 7779])
    expect(deleteStatement.toSql(deletes.toReversed(), one.models).toQuery().values[0]).toEqual([7777, 7778, 7779])
  })
})

describe('the statements of sessions', () => {
  it.each(Object.entries(sessionStatements(3)))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(Object.entries(sessionStatements(1)))('%s has one text for one and for many', (what, statement) => {
    expect(sessionStatements(200)[what]?.toQuery().text).toBe(statement.toQuery().text)
  })
})

describe('groups', () => {
  it('hold plans of one model, one operation and one shape', () => {
    const keys = cases.flatMap(({ model }) => {
      const { find, read, create, update, delete: deletes } = plansOf(model, 1)
      return [
        ...find.map(findStatement.keyOf),
        ...read.map(readStatement.keyOf),
        ...create.map(createStatement.keyOf),
        ...update.map(updateStatement.keyOf),
        ...update.map((plan) => updateStatement.keyOf({ ...plan, fields: [], values: [] })),
        ...deletes.map(deleteStatement.keyOf),
      ]
    })
    expect(keys).toHaveLength(6 * cases.length)
    expect(new Set(keys).size).toBe(keys.length)
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
