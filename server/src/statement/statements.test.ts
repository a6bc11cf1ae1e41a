import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { loadModels } from '../model/loadModels.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { WriteNote } from '../plan/Plan.ts'
import { writableFields } from '../plan/readRecord.ts'
import type { Sql } from '../sql/sql.ts'
import { answerStatement } from './answers.ts'
import { createStatement, drawIdsStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { findStatement } from './find.ts'
import { historyStatement } from './history.ts'
import { pastStatement } from './past.ts'
import { readStatement } from './read.ts'
import { recreateStatement } from './recreate.ts'
import {
  closeSessionStatement,
  credentialsStatement,
  openSessionStatement,
  sessionStatement,
  touchStatement,
} from './sessions.ts'
import { showStatement } from './show.ts'
import { updateStatement } from './update.ts'

/**
 * What every statement in the way of a request obeys, so that more processes, a pooler or a second database cell stay a
 * matter of configuration. Each rule gives what is wrong with a text in which constants and names are blanked out.
 */
const rules: Record<string, (text: string) => boolean> = {
  'is one statement that reads or writes rows': (text) =>
    /^(select|with|insert|update|delete)\b/.test(text) && !text.includes(';'),
  'leaves no state in the session': (text) =>
    !/\b(listen|unlisten|notify|discard|prepare|deallocate|declare|set_config)\b|^(set|reset)\b|\bset (session|local)\b/.test(
      text,
    ),
  'makes no tables, triggers or functions': (text) =>
    !/\b(create|alter|drop|truncate|temp|temporary|trigger)\b/.test(text),
  'takes no advisory locks and no locks on tables': (text) =>
    !/advisory|\block table\b|\bfor (update|share)\b(?! skip locked| of users)/.test(text),
  'names its columns': (text) =>
    !/(^|[^(])\*|\.\*/.test(
      text
        .replaceAll('count(*)', '')
        .replace(/\w+ \* interval/g, '')
        .replace(/::bigint \* /g, ''),
    ),
  'makes JSON of columns that it names, never of the row of a table': (text) =>
    wholeRows(text).every((alias) => new RegExp(`\\) as ${alias}\\b`).test(text)) &&
    !/\bto_jsonb?\(\w+\)|\b(jsonb?_agg|hstore)\(/.test(text),
  'carries no values in its text': (text) => !/canary|777\d/i.test(text),
  'asks for no ids behind the caller’s back': (text) => !/\b(currval|lastval)\b/.test(text),
}

function wholeRows(text: string): string[] {
  return Array.from(text.matchAll(/row_to_json\((\w+)\)/g), ([, alias]) => alias ?? '')
}

/** The rules that a text breaks. Quoted constants and names are ours; what stands in them is not SQL. */
function brokenRules(text: string): string[] {
  const bare = text.replace(/(?:\bE)?'(?:[^']|'')*'/g, "''").replace(/"(?:[^"]|"")*"/g, '"name"')
  const shown = bare.toLowerCase().trim()
  return Object.keys(rules).filter((rule) => rules[rule]?.(rule.startsWith('carries') ? text : shown) !== true)
}

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

const keyedNote: WriteNote = { author: 7777, requestId: 'canary', once: { key: 'canary', hash: 'canary' } }

function plansOf(model: Model, size: number, note: WriteNote = { author: 7777, requestId: 'canary' }) {
  const fields = writableFields(model)
  const numbers = Array.from({ length: size }, (_, index) => 7777 + index)
  const valuesOf = (index: number) => fields.map((field) => canary(field, index))
  const change = { onConflict: 'refuse', journaledAs: 'update' } as const
  const place = { model, version: 7777, createdOn: 'canary', createdBy: 7777 }
  return {
    find: numbers.slice(0, 1).map(() => ({ operation: 'find', model, offset: 7777, limit: 7778 }) as const),
    read: numbers.map((id) => ({ operation: 'read', model, id }) as const),
    create: numbers.map((id) => ({
      id,
      plan: { operation: 'create', model, note, fields, values: valuesOf(id) } as const,
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
    'create with a key': createStatement.toSql(keyed.create, models),
    'update with a key': updateStatement.toSql(keyed.update, models),
    'delete with a key': deleteStatement.toSql(keyed.delete, models),
    'find at the start': findStatement.toSql([{ operation: 'find', model, offset: 0, limit: 7777 }], models),
    history: historyStatement.toSql(plans.history, models),
    past: pastStatement.toSql(plans.past, models),
    show: showStatement.toSql(plans.show, models),
    recreate: recreateStatement.toSql(plans.recreate, models),
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

  it('writes to the model’s own table alone, at one place', () => {
    const table = tableName(one.model).toText()
    for (const what of ['create', 'update', 'delete']) {
      const { text } = statementsOf(one, 2)[what]?.toQuery() ?? { text: '' }
      expect(text.match(/\b(insert into|update|delete from) "[^ ]+/g), what).toEqual([expect.stringContaining(table)])
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
