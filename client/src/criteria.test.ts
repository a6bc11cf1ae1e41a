import { describe, expect, it } from 'vitest'
import { all, any, none, toCriteria } from './criteria.ts'

type Anything = Readonly<Record<string, unknown>> | object

describe('criteria', () => {
  it('of an object must all be met; a plain value must be equal', () => {
    expect(toCriteria({ vip: true, 'company.country': 'FR' })).toEqual({
      operator: 'and',
      criteria: [
        { fieldName: 'vip', operator: '=', value: true },
        { fieldName: 'company.country', operator: '=', value: 'FR' },
      ],
    })
  })

  it('take several operators of one field, with none, one, two or many values', () => {
    const age = { '>=': 1, between: [1, 5], in: [1, 2], notNull: true, isNull: true, notBetween: [2, 3], like: 'a%' }
    expect(toCriteria({ age })).toEqual({
      operator: 'and',
      criteria: [
        { fieldName: 'age', operator: '>=', value: 1 },
        { fieldName: 'age', operator: 'between', value: 1, value2: 5 },
        { fieldName: 'age', operator: 'in', value: [1, 2] },
        { fieldName: 'age', operator: 'notNull' },
        { fieldName: 'age', operator: 'isNull' },
        { fieldName: 'age', operator: 'notBetween', value: 2, value2: 3 },
        { fieldName: 'age', operator: 'like', value: 'a%' },
      ],
    })
  })

  it('compare a reference with a record, not with operators', () => {
    expect(toCriteria({ company: { id: 5 } })).toEqual({
      operator: 'and',
      criteria: [{ fieldName: 'company', operator: '=', value: { id: 5 } }],
    })
  })

  it('are grouped by any, all and none, whatever fields are called', () => {
    const a = { fieldName: 'or', operator: '=', value: 1 }
    const b = { fieldName: 'operator', operator: '=', value: 2 }
    const both = [
      { operator: 'and', criteria: [a] },
      { operator: 'and', criteria: [b] },
    ]
    expect(toCriteria(any<Anything>({ or: 1 }, { operator: 2 }))).toEqual({ operator: 'or', criteria: both })
    expect(toCriteria(all<Anything>({ or: 1 }, { operator: 2 }))).toEqual({ operator: 'and', criteria: both })
    expect(toCriteria(none<Anything>({ or: 1 }, { operator: 2 }))).toEqual({
      operator: 'not',
      criteria: [{ operator: 'or', criteria: both }],
    })
  })

  it.each([
    [{ email: null }, 'There is no value for email: or write { isNull: true }.'],
    [{ email: undefined }, 'There is no value for email: or write { isNull: true }.'],
    [{ email: { '=': undefined } }, 'There is no value for email =.'],
    [{ email: { in: null } }, 'There is no value for email in.'],
    [{ email: {} }, 'There is no operator for email.'],
    [{ age: { between: [1, undefined] } }, 'There is no value for age between.'],
    [{ age: { between: 5 } }, 'age between takes two values: [from, to].'],
    [undefined, 'Criteria must be an object, not undefined.'],
    [[{ vip: true }], 'Criteria must be an object, not [{"vip":true}].'],
    ['vip', 'Criteria must be an object, not "vip".'],
    [any(), 'There are no criteria.'],
  ])('%j are refused, since they could find everything', (where, message) => {
    expect(() => toCriteria(where)).toThrow(message)
  })
})
