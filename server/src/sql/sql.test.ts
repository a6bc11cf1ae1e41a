import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { join, literal, name, type Sql, sql, trusted } from './sql.ts'
import { StatementTexts } from './StatementTexts.ts'

describe('sql', () => {
  it('keeps values apart from the text', () => {
    const statement = sql`select id from contact where email = ${'a@b.c'} and version = ${0}`
    expect(statement.toQuery()).toEqual({
      text: 'select id from contact where email = $1 and version = $2',
      values: ['a@b.c', 0],
    })
  })

  it('numbers the values of nested pieces in the order of the text', () => {
    const inner = sql`x = ${1} or ${sql`y = ${2}`}`
    expect(sql`a = ${0} and (${inner}) and z = ${3}`.toQuery()).toEqual({
      text: 'a = $1 and (x = $2 or y = $3) and z = $4',
      values: [0, 1, 2, 3],
    })
  })

  it.each([
    ['a look-alike of a piece', { '#texts': ['drop table users'], '#values': [] }],
    ['something that claims to write itself', { toQuery: () => ({ text: 'drop table users', values: [] }) }],
    ['an object with the prototype of an object', Object.assign(Object.create(null), { texts: ['drop table users'] })],
    ['null', null],
    ['undefined', undefined],
    ['an array', ['a', 'b']],
  ])('%s is a value and never SQL', (_, value) => {
    expect(sql`select ${value}`.toQuery()).toEqual({ text: 'select $1', values: [value] })
  })

  it('no interpolated value can change the text', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (first, second) => {
        const { text, values } = sql`a = ${first} and b = ${second}`.toQuery()
        expect(text).toBe('a = $1 and b = $2')
        expect(values).toHaveLength(2)
        expect(values[0]).toBe(first)
      }),
      { numRuns: 200 },
    )
  })

  it('refuses to become text alone while it carries values', () => {
    expect(sql`create schema ${name('record')}`.toText()).toBe('create schema "record"')
    expect(() => sql`select ${1}`.toText()).toThrow('carries values')
  })
})

describe('name', () => {
  it.each([
    [['contact'], '"contact"'],
    [['record', 'contact'], '"record"."contact"'],
    [['a"; drop table users; --'], '"a""; drop table users; --"'],
    [['Mixed Case'], '"Mixed Case"'],
  ])('%j is written as %s', (parts, text) => {
    expect(name(...parts).toText()).toBe(text)
  })
})

describe('literal', () => {
  it.each([
    ['lead', "'lead'"],
    ["it's", "'it''s'"],
    ['', "''"],
    ['a\\b', " E'a\\\\b'"],
    ["\\'; drop table users; --", " E'\\\\''; drop table users; --'"],
  ])('%j is written as %s', (value, text) => {
    expect(literal(value).toText()).toBe(text)
  })

  it('no text can end its own quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '\\', 'a', '\n', '"', '$') }), (value) => {
        expect(readLiteral(literal(value).toText())).toBe(value)
      }),
    )
  })
})

describe('join', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 'c'], 'a, b, c'],
  ])('%j becomes %j', (pieces, text) => {
    expect(join(pieces.map(trusted)).toText()).toBe(text)
  })

  it('keeps the values of its pieces in order', () => {
    expect(join([sql`a = ${1}`, sql`b = ${2}`], ' and ').toQuery()).toEqual({
      text: 'a = $1 and b = $2',
      values: [1, 2],
    })
  })

  it('sends the values of a piece once, however often it is used', () => {
    const own = sql`a = ${1} and b = ${2}`
    expect(sql`(${own}) or not (${own}) or c = ${3}`.toQuery()).toEqual({
      text: '(a = $1 and b = $2) or not (a = $1 and b = $2) or c = $3',
      values: [1, 2, 3],
    })
  })
})

describe('StatementTexts', () => {
  const texts = new StatementTexts()
  const find = (statement: Sql) => {
    expect(statement.toQuery(texts)).toEqual(statement.toQuery())
    return statement.toQuery(texts).text
  }
  const list = [1, 2]
  const shared = sql`b = ${list}`
  const other = sql`b = ${list}`
  const makers: (() => Sql)[] = [
    () => sql`select 1`,
    () => sql`select ${1}`,
    () => sql`select ${trusted('1')}`,
    () => sql`select ${list}, ${list}`,
    () => sql`select ${list}, ${[1, 2]}`,
    () => sql`select ${shared} and ${shared}`,
    () => sql`select ${shared} and ${other}`,
    () => sql`select ${sql`b = ${1}`} and ${sql`b = ${1}`}`,
    () => join([trusted('a'), sql`${1}`], ' and '),
    () => join([trusted('a'), sql`${1}`], ' or '),
    () => join([trusted('a'), sql`${1}`, trusted('c')], ' or '),
    () => join([join([trusted('a'), trusted('b')]), sql`${1}`]),
    () => join([trusted('a'), join([trusted('b'), sql`${1}`])]),
    () => join([sql`${1}`]),
    () => sql`${name('a')}${1}${literal("it's")}`,
  ]

  it('finds the text that is made without it, for whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...makers), { minLength: 1 }), (chosen) => {
        for (const make of chosen) find(make())
        find(join(chosen.map((make) => make())))
      }),
    )
  })

  it('keeps apart what differs in values only from what differs in text', () => {
    expect(find(sql`select ${1}, ${2}`)).toBe(find(sql`select ${3}, ${4}`))
    const asked = makers.map((make) => make().toQuery().text)
    expect(makers.map((make) => find(make()))).toEqual(asked)
  })
})

/** Reads a constant as PostgreSQL does, and throws if the quotes end before the text does. */
function readLiteral(text: string): string {
  const escaped = text.startsWith(' E')
  const inside = /^(?: E)?'(.*)'$/s.exec(text)?.[1] ?? ''
  const units = inside.match(escaped ? /\\\\|''|[^'\\]/gs : /''|[^']/gs) ?? []
  if (units.join('') !== inside) throw new Error(`The quotes end too early in ${text}`)
  return units.map((unit) => (unit === "''" ? "'" : unit === '\\\\' ? '\\' : unit)).join('')
}
