import { expect, it } from 'vitest'
import { checkOwnSql } from './checkOwnSql.ts'
import { model } from './declare.ts'
import { text } from './field/text.ts'
import { fillNames, sql, type SqlDeclaration, toOwnSql, toRunOrder } from './ownSql.ts'
import { toModel } from './toModel.ts'

const Equipment = model({ name: 'desk.Equipment', title: 'serial', fields: { serial: text({ max: 60 }) } })
const right: SqlDeclaration = {
  name: 'desk.serials',
  on: [Equipment],
  up: 'alter table {Equipment} add constraint serials check ({Equipment.serial} is not null)',
  down: 'alter table {Equipment} drop constraint serials',
  constraints: { serials: { fields: ['serial'], message: 'is needed' } },
}

function mistakesOf(...declared: object[]): string[] {
  const loaded = declared.map((one) => ({ file: 'database.ts', declaration: sql({ ...right, ...one }) }))
  return checkOwnSql(loaded, [toModel(Equipment)]).map(({ message }) => message)
}

it('may be as it should', () => {
  expect(mistakesOf({})).toEqual([])
  expect(mistakesOf({ down: undefined, keep: true }, { name: 'desk.other' })).toEqual([])
  const body = 'create function f() returns trigger language plpgsql as $$ begin return new; end $$'
  expect(mistakesOf({ up: [body, 'create index concurrently i on {Equipment} (id)'], transaction: false })).toEqual([])
})

it('may have its messages in the languages of the application', () => {
  const constraints = { serials: { fields: ['serial'], message: { en: 'is needed', de: 'fehlt' } } }
  const loaded = [{ file: 'database.ts', declaration: sql({ ...right, constraints }) }]
  expect(checkOwnSql(loaded, [toModel(Equipment)], ['en', 'de'])).toEqual([])
})

it.each([
  [{ name: 'Serials' }, 'name must be a package'],
  [{ on: [] }, 'on must be the models'],
  [{ up: '' }, 'up must be a statement'],
  [{ down: undefined }, 'has no down'],
  [{ keep: true }, 'has down and keep'],
  [{ before: [] }, 'has no member "before"'],
  [{ up: 'select {Equipmnt}' }, 'names {Equipmnt}, which is not among the models of on'],
  [{ up: 'select {Equipment.seral}' }, 'Did you mean "serial"?'],
  [{ up: 'begin; select 1' }, 'has begin'],
  [{ up: 'create index concurrently i on {Equipment} (id)' }, 'write transaction: false'],
  [{ constraints: { serials: { fields: ['size'], message: 'is wrong' } } }, 'names "size"'],
  [{ constraints: { serials: { fields: ['serial'] } } }, 'needs a message'],
  [{ constraints: { desk_equipment_serial_unique: { fields: ['serial'], message: 'x' } } }, 'form of our own names'],
  [{ constraints: { serials: { fields: ['serial'], message: { fr: 'x' } } } }, 'declare application('],
  [{ constraints: { serials: { fields: ['serial'], message: 'x', code: 'wrong' } } }, 'has a wrong code: write one of'],
])('may not be %j: %s', (one, message) => {
  expect(mistakesOf(one)).toContainEqual(expect.stringContaining(message))
})

it('has a name of its own', () => {
  expect(mistakesOf({}, {})).toEqual([expect.stringContaining('is declared in database.ts as well')])
})

it('fills names, and takes two braces for one', () => {
  expect(fillNames("select '{{}' from {Equipment} where {Equipment.serial}", (...of) => of.join('!'))).toBe(
    "select '{}' from Equipment! where Equipment!serial",
  )
})

it('runs after what it needs, else by name', () => {
  const [a, b] = [sql({ ...right, name: 'desk.a' }), sql({ ...right, name: 'desk.b' })]
  const first = toOwnSql({ ...a, after: [b] })
  expect(toRunOrder([first, toOwnSql(b)]).map(({ name }) => name)).toEqual(['desk.b', 'desk.a'])
})
