import { describe, expect, it } from 'vitest'
import {
  boolean,
  collection,
  date,
  dateTime,
  decimal,
  formula,
  integer,
  model,
  reference,
  rollup,
  text,
} from '../../../server/src/index.ts'
import { describeModels } from '../../test/describeModels.ts'
import { groupFields, measureFields } from '../chart/chartFields.ts'
import { kindOf } from '../field/kinds.ts'
import { testsOf } from './testsOf.ts'
import { valueField } from './valueField.ts'

const [thing, box] = describeModels(
  model({
    name: 'test.Thing',
    title: 'name',
    fields: {
      name: text({ max: 40 }),
      price: decimal({ precision: 8, scale: 2 }),
      soldOn: date(),
      soldAt: dateTime(),
      box: reference('test.Box'),
      code: formula('upper(name)', text({ max: 40 })),
      isDear: formula('price > 10', boolean()),
      dueOn: formula('soldOn + 14d', date()),
      doneAt: formula('soldAt + 2h', dateTime()),
      twice: formula('price * 2', decimal({ precision: 9, scale: 2 })),
      letters: formula('length(name)', integer()),
      isLate: formula('soldOn < $today', boolean()),
    },
  }),
  model({
    name: 'test.Box',
    title: 'id',
    fields: {
      things: collection('test.Thing', { by: 'box' }),
      many: rollup('count', 'things'),
      last: rollup<string>('max', 'things.dueOn'),
    },
  }),
)
if (!thing || !box) throw new Error('The models are not described.')
const find = (name: string) => [thing, box].find((each) => each.name === name)
const fieldOf = (name: string) => {
  const found = valueField(thing, name, find)
  if (!found) throw new Error(`There is no field ${name}.`)
  return found.field
}

describe('a formula is filtered, aligned and charted as what it results in', () => {
  it.each([
    ['code', 'name'],
    ['dueOn', 'soldOn'],
    ['doneAt', 'soldAt'],
    ['twice', 'price'],
  ])('%s as %s', (computed, plain) => {
    expect(testsOf(fieldOf(computed))).toEqual(testsOf(fieldOf(plain)))
    expect(kindOf(fieldOf(computed)).aligned).toBe(kindOf(fieldOf(plain)).aligned)
  })

  it('a text has words in it, a boolean two values, and a number an order', () => {
    expect(testsOf(fieldOf('code'))).toContain('contains')
    expect(testsOf(fieldOf('isDear'))).toEqual(['is', 'isNot', 'isNull', 'notNull'])
    expect(testsOf(fieldOf('isLate'))).toEqual(testsOf(fieldOf('isDear')))
    expect(testsOf(fieldOf('letters'))).toContain('between')
    expect(testsOf(fieldOf('letters'))).not.toContain('contains')
  })

  it('a rollup that counts is aligned as numbers are', () => {
    const aligned = box.fields.map((field) => [field.name, kindOf(field).aligned])
    expect(aligned).toEqual([
      ['many', 'end'],
      ['last', undefined],
      ['things', undefined],
    ])
  })

  it('a rollup takes the tests of the formula that it is about', () => {
    const last = valueField(box, 'last', find)?.field
    expect(last && testsOf(last)).toEqual(testsOf(fieldOf('soldOn')))
  })

  it('numbers are measured, and few values and times are grouped by', () => {
    expect(measureFields(thing, 'name').map(({ path }) => path)).toEqual(['price', 'twice', 'letters'])
    expect(measureFields(box, 'name').map(({ path }) => path)).toEqual(['many'])
    const paths = groupFields(thing, find).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['isDear', 'isLate', 'dueOn', 'doneAt']))
    expect(paths).not.toContain('code')
  })
})
