import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { comparators, operatorOf, operators, operatorsFor } from './operators.ts'
import { parseCondition } from './parseCondition.ts'

const item = everyType.get('org.example.archive.Item')

function parse(fieldName: string, operator: string, value?: unknown) {
  return parseCondition({ fieldName, operator, ...(value === undefined ? {} : { value }) }, item, everyType)
}

describe('the operators of a field', () => {
  it.each([
    ['name', ['isNull', '=', 'in', '<', 'between', 'like'], []],
    ['title', ['isNull', '=', 'in', '<', 'between', 'like'], []],
    ['count', ['isNull', '=', 'in', '<', 'between'], ['like']],
    ['day', ['isNull', '=', 'in', '<', 'between'], ['like']],
    ['open', ['isNull', '=', 'in'], ['<', 'between', 'like']],
    ['shelf', ['isNull', '=', 'in'], ['<', 'between', 'like']],
    ['extra', ['isNull'], ['=', 'in', '<', 'between', 'like']],
  ])('%s are %j and not %j', (name, available, others) => {
    const field = item.fields.find((one) => one.name === name)
    const found: readonly string[] = field ? operatorsFor(typeOf(field)) : []
    expect(available.filter((operator) => !found.includes(operator))).toEqual([])
    expect(others.filter((operator) => found.includes(operator))).toEqual([])
  })
})

describe('a new operator, by one row', () => {
  const beginsWith = {
    takes: 'value',
    ordered: false,
    textual: true,
    index: 'none',
    sql: (left: Sql, start: Sql) => sql`starts_with(${left}, ${start})`,
  }
  const name = 'beginsWith' as (typeof comparators)[number]

  beforeAll(() => {
    Object.assign(operators, { beginsWith })
    comparators.push(name)
  })

  // Other files run in the same process.
  afterAll(() => {
    comparators.pop()
    Reflect.deleteProperty(operators, 'beginsWith')
  })

  it('is parsed, with values and variables', () => {
    expect(parse('name', 'beginsWith', 'A')).toMatchObject({ comparator: 'beginsWith', operands: ['A'] })
    expect(parse('name', 'beginsWith', '$record.title')).toMatchObject({ operands: [{ variable: 'record' }] })
    expect(operatorOf(name).sql(sql`a`, sql`b`, sql``).toText()).toBe('starts_with(a, b)')
  })

  it.each([
    ['count', 'The operator beginsWith is for text, and count is of type integer.'],
    ['shelf.id', 'The operator beginsWith is for text, and shelf.id is of type integer.'],
    ['open', 'The operator beginsWith is for text, and open is of type boolean.'],
    ['extra', 'The field extra is of type json, which takes isNull and notNull only.'],
  ])('is refused for %s, which is no text', (field, message) => {
    expect(() => parse(field, 'beginsWith', 'A')).toThrow(message)
  })
})
