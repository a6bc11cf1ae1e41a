import { describe, expect, it, vi } from 'vitest'
import { cases, plansOf, statementsOf } from '../../test/harness/recordStatements.ts'
import { ownGrant } from '../../test/harness/authorizations.ts'
import { brokenRules } from '../../test/harness/statementRules.ts'
import { recordSchema, tableName } from '../model/names.ts'
import { linksTableOf } from '../model/objectNames.ts'
import { Visibility } from '../permission/Visibility.ts'
import { name } from '../sql/sql.ts'
import { createStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { openAuthCheck } from './authorization/authCheck.ts'
import { readStatement } from './read.ts'
import { updateStatement } from './update.ts'

describe.each(cases)('the statements of $name for one who sees $sight', (one) => {
  const many = statementsOf(one, 3)

  it.each(Object.entries(many))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(Object.entries(statementsOf(one, 1)))('%s has one text for a group of one and of many', (what, statement) => {
    expect(many[what]?.toQuery().text).toBe(statement.toQuery().text)
  })

  it.each([
    ['one who sees that', one.authorization],
    ['one who sees their own records', ownGrant(one.models)],
  ])('are for %s what they would be if no part of them were cached', (_, authorization) => {
    const toQueries = () =>
      Object.entries(statementsOf({ ...one, authorization }, 2)).map(([what, made]) => [what, made.toQuery()])
    toQueries()
    const withKept = toQueries()
    const cached = vi.spyOn(Visibility.prototype, 'cached').mockImplementation((_key, make) => make())
    expect(withKept).toEqual(toQueries())
    cached.mockRestore()
  })

  it('writes only to the model’s own table, once; only the links of a record are deleted with it', () => {
    const table = tableName(one.model).toText()
    const links = one.model.relations
      .filter(({ type }) => type === 'links')
      .map((relation) => name(recordSchema, linksTableOf(one.model.name, relation.name)).toText())
    for (const what of ['create', 'update', 'delete']) {
      const { text } = many[what]?.toQuery() ?? { text: '' }
      const written = Array.from(text.matchAll(/\b(?:insert into|update|delete from) ("[^ ]+)/g), ([, to]) => to)
      expect(written, what).toEqual(what === 'delete' ? [table, ...links] : [table])
    }
  })

  it('journals each write once, through the parent table, from the rows that the write returned', () => {
    const written = { create: 'inserted', update: 'updated', delete: 'deleted' }
    for (const [what, rows] of Object.entries(written)) {
      const { text } = many[what]?.toQuery() ?? { text: '' }
      expect(text.match(/insert into tabularium\.journal\b/g), what).toHaveLength(1)
      const journaled = /journaled as \(\s*insert into tabularium\.journal \([\s\S]*?\n  from (\w+)/.exec(text)?.[1]
      expect(journaled, what).toBe(rows)
    }
  })

  it('appends how many records there are more or fewer, and counts nothing in place', () => {
    for (const what of ['create', 'delete'])
      expect(many[what]?.toQuery().text, what).toContain('insert into tabularium.count_deltas')
    for (const [what, statement] of Object.entries(many))
      expect(statement.toQuery().text, what).not.toMatch(/\b(?:update|insert into) tabularium\.counts\b/)
  })

  it('takes the id of a new record from the caller', () => {
    const { text } = many.create?.toQuery() ?? { text: '' }
    expect(text).toMatch(/insert into [^ ]+ \("id", /)
    expect(text).not.toContain('nextval')
  })

  it('changes a record only if its version is the current one', () => {
    expect(many.update?.toQuery().text).toContain('t.id = input.id and t.version = input.version')
    expect(many.delete?.toQuery().text).toContain('(input.version is null or t.version = input.version)')
  })

  it('matches results by id, in whatever order they come', () => {
    const { read, create, update, delete: deletes } = plansOf(one, 3)
    const rows = [7779, 7777, 7778].map((id) => [`${id}`, '4', `{"id":${id}}`, null])
    const expected = [7777, 7778, 7779].map((id) => ({ version: 4, json: `{"id":${id}}` }))
    // A record may be read for several callers at once, who see different parts of it: matched by their ordinals.
    const numbered = rows.map(([id, ...columns]) => [`${Number(id) - 7776}`, ...columns])
    expect(readStatement.toResults(read, numbered)).toEqual(expected)
    const written = expected.map((record) => ({ is: 'written', ...record }))
    expect(createStatement.toResults(create, rows)).toEqual(written)
    expect(updateStatement.toResults(update, rows)).toEqual(written)
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

  it('distinguishes a change that lacks references from a stale one', () => {
    const { create, update } = plansOf(one, 2)
    const row = ['7777', null, null, 'box,shelf']
    const reasons = ['box', 'shelf'].map((field) => ({ kind: 'missing', field }))
    const missing = { is: 'refused', reasons }
    expect(updateStatement.toResults(update, [row])).toEqual([missing, { is: 'stale' }])
    // A new record cannot be stale: if it has no result, there is a bug.
    expect(() => createStatement.toResults(create, [row])).toThrow('The outcome of a new record is missing.')
  })

  it('asks for locks in the order of the ids', () => {
    const { update, delete: deletes } = plansOf(one, 3)
    expect(updateStatement.toSql(update.toReversed(), one.models, openAuthCheck).toQuery().values[0]).toEqual([
      7777, 7778, 7779,
    ])
    expect(deleteStatement.toSql(deletes.toReversed(), one.models, openAuthCheck).toQuery().values[0]).toEqual([
      7777, 7778, 7779,
    ])
  })
})
