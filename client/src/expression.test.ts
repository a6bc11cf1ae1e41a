import { describe, expect, expectTypeOf, it, test } from 'vitest'
import type { ExpressionTree as Served } from '../../server/src/expression/ExpressionTree.ts'
import { functions } from '../../server/src/expression/functions/table.ts'
import { readExpression } from '../../server/src/expression/readExpression.ts'
import { evaluate, type ExpressionTree, fieldsOf } from './expression.ts'

const names = {
  field: (name: string) =>
    name === 'tags'
      ? ({ type: 'list', values: ['new', 'old'] } as const)
      : name === 'dueOn' || name === 'loan.dueOn'
        ? ({ type: 'date' } as const)
        : ({ type: 'integer' } as const),
  variable: () => ({ type: 'date' }) as const,
}
const treeOf = (text: string): ExpressionTree => readExpression(text, names).tree
const place = { timeZone: 'Pacific/Auckland', yearBegins: '04-01' }

test('the trees of the client are those of the service', () => {
  expectTypeOf<Served>().toExtend<ExpressionTree>()
  expectTypeOf<ExpressionTree['type']>().toEqualTypeOf<Served['type']>()
})

describe('each function has the value of its example in the reference', () => {
  // The current day is not known to a tree.
  const known = functions.filter(({ name }) => name !== 'today')

  it.each(known.map(({ name, example }) => [name, ...example] as const))('%s: %s is %s', (_, text, value) => {
    const found = evaluate(treeOf(text), { field: () => ['new'], ...place })
    expect(found === null ? null : String(found)).toBe(value)
  })
})

describe('what is not known', () => {
  const unknown = { field: () => undefined }

  it('makes the whole unknown, unless something else decides', () => {
    expect(evaluate(treeOf('a + 1'), unknown)).toBeUndefined()
    expect(evaluate(treeOf('a > 1 and 1 > 2'), unknown)).toBe(false)
    expect(evaluate(treeOf('a > 1 or 2 > 1'), unknown)).toBe(true)
    expect(evaluate(treeOf('a > 1 and 2 > 1'), unknown)).toBeUndefined()
    expect(evaluate(treeOf('if(2 > 1, 5, a)'), unknown)).toBe(5)
    expect(evaluate(treeOf('coalesce(a, 5)'), unknown)).toBeUndefined()
    expect(evaluate(treeOf('a is null'), unknown)).toBeUndefined()
    expect(evaluate(treeOf('a + null'), unknown)).toBeNull()
  })

  it('is what no caller supplies: variables, the day of the place, letters beyond Latin', () => {
    expect(evaluate(treeOf('$today'), unknown)).toBeUndefined()
    expect(evaluate(treeOf('$today'), { ...unknown, variable: () => '2026-04-01' })).toBe('2026-04-01')
    expect(evaluate(treeOf("dayOf('2026-01-01T23:30:00Z')"), unknown)).toBeUndefined()
    expect(evaluate(treeOf("upper('αβγ')"), unknown)).toBeUndefined()
  })
})

test('the fields of a tree are told once each, dotted ones too', () => {
  expect(fieldsOf(treeOf('if(dueOn > loan.dueOn, a, b + a)'))).toEqual(['dueOn', 'loan.dueOn', 'a', 'b'])
})
