import { expect, it } from 'vitest'
import type { ModelMeta } from './ModelMeta.ts'
import { isPart, moreOf, navigationOf, settingsOf } from './navigation.ts'

const all = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const model = (name: string, more: Partial<ModelMeta> = {}): ModelMeta => {
  return { name, label: name, title: 'name', list: [], fields: [], may: all, ...more }
}

const Order = model('com.example.orders.Order', {
  fields: [{ name: 'lines', label: 'Lines', type: 'collection', target: 'com.example.orders.Line', by: 'order' }],
} as unknown as Partial<ModelMeta>)
const order = { name: 'order', label: 'Order', type: 'reference', target: Order.name, required: true }
const line = (more: object) =>
  model('com.example.orders.Line', { fields: [{ ...order, ...more }] } as unknown as Partial<ModelMeta>)

it('lines of an order are part of it: they are not in the navigation, unless the model says so', () => {
  const Line = line({ onDelete: 'cascade' })
  expect(isPart(Line, [Order, Line])).toBe(true)
  expect(isPart(line({ onDelete: 'restrict' }), [Order, Line])).toBe(false)
  expect(isPart(line({ onDelete: 'cascade', required: false }), [Order, Line])).toBe(false)
  expect(isPart(Line, [model(Order.name), Line])).toBe(false)
  const names = (models: readonly ModelMeta[]) => navigationOf(models).flatMap(([, them]) => them.map((it) => it.name))
  expect(names([Order, Line])).toEqual([Order.name])
  expect(names([Order, { ...Line, nav: true }])).toEqual([Order.name, Line.name])
  expect(names([{ ...Order, nav: false }, Line])).toEqual([])
  expect(moreOf([{ ...Order, nav: false }, Line, model('tabularium.Job')]).map(({ name }) => name)).toEqual([
    Order.name,
  ])
  expect(moreOf([{ ...Order, nav: false, may: { ...all, read: 'none' } }])).toEqual([])
})

it('models of the service are in the settings of those who see more than what is their own', () => {
  const own = model('tabularium.Session', { may: { ...all, read: 'some' } })
  const jobs = model('tabularium.Job')
  expect(navigationOf([own, jobs, Order]).flatMap(([, them]) => them)).toEqual([Order])
  expect(settingsOf([own, jobs, Order])).toEqual([jobs])
})
