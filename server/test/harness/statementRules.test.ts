import { describe, expect, it } from 'vitest'
import { brokenRules } from './statementRules.ts'

describe('the rules themselves', () => {
  it.each([
    ['select t.id from x; drop table x', 'is one statement that reads or writes rows'],
    ['set statement_timeout = 5', 'is one statement that reads or writes rows'],
    ["select set_config('a', 'b', true)", 'leaves no state in the session'],
    ['listen channel', 'leaves no state in the session'],
    ['create temporary table x (id bigint)', 'makes no tables, triggers or functions'],
    ['select pg_advisory_xact_lock($1)', 'takes advisory locks on keys of periods alone, and no locks on tables'],
    ['select t.id from x as t for update', 'takes advisory locks on keys of periods alone, and no locks on tables'],
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
