import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { sql } from '../sql/sql.ts'
import { comparators, operatorOf, operators, operatorsFor } from './operators.ts'
import { parseCondition } from './parseCondition.ts'

const item = everyType.get('org.example.archive.Item')

function parse(fieldName: string, operator: string, value?: unknown) {
  return parseCondition({ fieldName, operator, ...(value === undefined ? {} : { value }) }, item, everyType)
}

describe('the operators of a field', () => {
  const presence = ['isNull', 'notNull']
  const equality = ['=', '!=', 'in', 'notIn', ...presence]
  const order = ['<', '<=', '>', '>=', 'between', 'notBetween', ...equality]

  it.each([
    ['name', [...order, 'like', 'notLike']],
    ['title', [...order, 'like', 'notLike']],
    ['count', order],
    ['day', order],
    ['open', equality],
    ['shelf', equality],
    ['extra', presence],
  ])('%s follow from the traits of its type', (name, expected) => {
    const field = item.fields.find((one) => one.name === name)
    expect(field && operatorsFor(typeOf(field)).sort()).toEqual(expected.sort())
  })
})

describe('a new operator, by one row', () => {
  const startsWith = {
    takes: 'value',
    ordered: false,
    textual: true,
    index: 'none',
    sql: (left: ReturnType<typeof sql>, start: ReturnType<typeof sql>) => sql`starts_with(${left}, ${start})`,
  }
  const name = 'startsWith' as (typeof comparators)[number]

  beforeAll(() => {
    Object.assign(operators, { startsWith })
    comparators.push(name)
  })

  // Other files run in the same process.
  afterAll(() => {
    comparators.pop()
    Reflect.deleteProperty(operators, 'startsWith')
  })

  it('is parsed, with values and variables', () => {
    expect(parse('name', 'startsWith', 'A')).toMatchObject({ comparator: 'startsWith', operands: ['A'] })
    expect(parse('name', 'startsWith', '$record.title')).toMatchObject({ operands: [{ variable: 'record' }] })
    expect(operatorOf(name).sql(sql`a`, sql`b`, sql``).toText()).toBe('starts_with(a, b)')
  })

  it.each([
    ['count', 'The operator startsWith is for text, and count is of type integer.'],
    ['shelf.id', 'The operator startsWith is for text, and shelf.id is of type integer.'],
    ['open', 'The operator startsWith is for text, and open is of type boolean.'],
    ['extra', 'The field extra is of type json, which takes isNull and notNull only.'],
  ])('is refused for %s, which is no text', (field, message) => {
    expect(() => parse(field, 'startsWith', 'A')).toThrow(message)
  })
})
