import { describe, expect, it } from 'vitest'
import { type ActionMeta, generalActions, offeredActions } from './ActionMeta.ts'
import type { FieldMeta } from './ModelMeta.ts'

const order: FieldMeta = { name: 'order', type: 'reference', label: 'Order', target: 'a.Order' }
const orders: FieldMeta = { name: 'orders', type: 'links', label: 'Orders', target: 'a.Order', max: 100 }
const day: FieldMeta = { name: 'day', type: 'date', label: 'Day' }
const of = (name: string, takes: readonly FieldMeta[], on = 'a.Order'): ActionMeta => ({
  name,
  label: name,
  on,
  ...(takes.includes(orders) ? { many: true } : {}),
  takes,
  gives: [],
  undo: true,
})
const actions = [of('ship', [day, order]), of('close', [orders]), of('other', [order], 'a.Line'), of('none', [day])]
const names = (many?: number) => offeredActions(actions, 'a.Order', many).map(({ action }) => action.name)

describe('the actions of a model', () => {
  it('are offered for one record, and for many where a field takes links', () => {
    expect(names()).toEqual(['ship', 'close'])
    expect(names(2)).toEqual(['close'])
    expect(names(101)).toEqual([])
  })

  it('are offered for no record where they name no model', () => {
    const { on: _, ...general } = of('tidy', [day])
    expect(generalActions([...actions, general])).toEqual([{ action: general, subject: undefined, asked: [day] }])
  })

  it('ask for everything but the records themselves', () => {
    expect(offeredActions(actions, 'a.Order')[0]).toMatchObject({ subject: order, asked: [day] })
  })
})
