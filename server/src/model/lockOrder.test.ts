import { describe, expect, it } from 'vitest'
import { model } from './declare.ts'
import { reference } from './field/reference.ts'
import { text } from './field/text.ts'
import { toLockOrder } from './lockOrder.ts'
import { toModel } from './toModel.ts'
import { links } from './relation/links.ts'

type Fields = Parameters<typeof model>[0]['fields']

function orderOf(declared: Record<string, Fields>): string[] {
  const models = Object.entries(declared).map(([name, fields]) =>
    toModel(model({ name: `shop.${name}`, title: 'name', fields: { name: text(), ...fields } })),
  )
  return [...toLockOrder(models).keys()].map((name) => name.replace('shop.', ''))
}

describe('the order of locks', () => {
  it('has models that refer or link to others before those', () => {
    const order = orderOf({
      A: {},
      B: { a: reference('shop.A') },
      C: { b: reference('shop.B'), labels: links('shop.D') },
      D: {},
    })
    expect(order.indexOf('C')).toBe(0)
    expect(order.indexOf('B')).toBeLessThan(order.indexOf('A'))
    expect([...order].sort()).toEqual(['A', 'B', 'C', 'D'])
  })

  it('is the same however the models are declared, also if they refer to each other or to themselves', () => {
    const fields = {
      A: { b: reference('shop.B'), own: reference('shop.A') },
      B: { c: reference('shop.C') },
      C: { a: reference('shop.A') },
    }
    expect(orderOf(fields)).toEqual(orderOf(Object.fromEntries(Object.entries(fields).toReversed())))
  })
})
