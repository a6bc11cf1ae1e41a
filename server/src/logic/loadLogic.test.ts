import { describe, expect, it } from 'vitest'
import {
  action,
  choice,
  date,
  formula,
  integer,
  job,
  links,
  model,
  reaction,
  reference,
  refuse,
  role,
  schedule,
  text,
} from '../index.ts'
import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { toRole } from '../model/role.ts'
import { toModel } from '../model/toModel.ts'
import { loadLogic } from './loadLogic.ts'

const Order = model({
  name: 'com.example.orders.Order',
  title: 'number',
  fields: {
    number: text({ required: true }),
    status: choice(['draft', 'placed', 'shipped'], { default: 'draft' }),
    shippedOn: date(),
  },
})
const Product = model({
  name: 'com.example.orders.Product',
  title: 'sku',
  fields: { sku: text({ required: true }), onHand: integer({ required: true, default: 0 }) },
})
const tell = job({
  name: 'com.example.orders.tell',
  takes: { order: reference(Order, { required: true }) },
  run: async ({ order }, records, { key }) => {
    const { number } = await records.read(Order, order, ['number'])
    expect(`${number.length} ${key}`).toBeDefined()
  },
})
/** The compiler checks what `run` gets, reads, writes and returns. */
const ship = action({
  name: 'com.example.orders.ship',
  on: Order,
  as: 'warehouse',
  takes: { order: reference(Order, { required: true }), day: date({ required: true }), count: integer({ default: 1 }) },
  gives: { order: reference(Order) },
  timeout: '10s',
  run: async ({ order, day, count }, records) => {
    const found = await records.read(Order, order, ['status'])
    if (found.status !== 'placed') throw refuse('not-placed', 'Only a placed order can be shipped.')
    const stock = await records.search(Product, { lock: true })
    await records.updateAll(stock.map((item) => [item, { onHand: item.onHand - (count ?? 1) }]))
    // @ts-expect-error: the field was not read
    expect(found.shippedOn).toBeDefined()
    // @ts-expect-error: there is no such status
    await records.update(found, { status: 'sent' })
    const shipped = await records.update(found, { status: 'shipped', shippedOn: day })
    await records.later(tell, { order: shipped })
    return { order: shipped }
  },
})
const warehouse = role({ name: 'warehouse', rules: [{ model: Order, read: true }] })

const context = {
  models: withBuiltIn([Order, Product].map(toModel)),
  roles: [toRole(warehouse, 'roles.ts')],
}
const load = (...declarations: object[]) =>
  loadLogic(
    declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
    context,
  )
const mistakesOf = (...declarations: object[]) =>
  load(...declarations).mistakes.map(({ model: place, field, message }) => [place, field, message].filter(Boolean))

const run = async () => undefined

describe('declared logic', () => {
  it('is loaded by name and kind, in its plain form', () => {
    const react = reaction({ name: 'com.example.orders.react', on: Order, as: warehouse, run })
    const nightly = schedule({ name: 'com.example.orders.nightly', every: '15m', as: 'warehouse', run })
    const { logic, mistakes } = load(ship, tell, react, nightly)
    expect(mistakes).toEqual([])
    const { takes, gives, run: _, ...shipped } = logic.actions.get('com.example.orders.ship') ?? {}
    expect(shipped).toEqual({
      kind: 'action',
      name: 'com.example.orders.ship',
      label: 'Ship',
      as: 'warehouse',
      on: 'com.example.orders.Order',
      statements: 50,
      timeout: 10_000,
      undo: true,
    })
    expect(takes?.fields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['order', 'reference', true],
      ['day', 'date', true],
      ['count', 'integer', false],
    ])
    expect(gives?.fields.map(({ name }) => name)).toEqual(['order'])
    expect(logic.jobs.get('com.example.orders.tell')).toMatchObject({ kind: 'job', tries: 12, statements: 50 })
    expect(logic.reactions.get('com.example.orders.react')).toMatchObject({ as: 'warehouse', from: 'now' })
    expect(logic.schedules.get('com.example.orders.nightly')).toMatchObject({ times: { every: 900_000 } })
  })

  it('is frozen', () => {
    expect(Object.isFrozen(ship)).toBe(true)
    expect(ship.kind).toBe('action')
  })

  it('has all of its mistakes reported at once', () => {
    const wrong = {
      name: 'com.example.orders.Ship',
      on: 'com.example.orders.Ordr',
      as: 'warehous',
      takes: {
        order: reference('com.example.Nothing'),
        code: text({ unique: true, max: 20, requiredWhen: '$today is null' }),
      },
      timeout: 'soon',
      statments: 3,
      run: 'now',
    }
    const place = 'action com.example.orders.Ship'
    expect(mistakesOf(action(wrong as never))).toEqual([
      [place, 'an action has no member "statments". Did you mean "statements"?'],
      [place, 'name must be a package and a name with a small letter, such as com.example.orders.ship'],
      [place, "timeout must be a time from '1ms' to '1d', such as '10s'"],
      [place, 'run must be a function'],
      [
        place,
        'as names the role "warehous", which no file declares: write export const … = role(…). ' +
          'Did you mean "warehouse"?',
      ],
      [
        place,
        'on names com.example.orders.Ordr, which is not a loaded model: write on: Order or its full name. ' +
          'Did you mean "com.example.orders.Order"?',
      ],
      [
        place,
        'takes.order',
        'refers to "com.example.Nothing", which is not a loaded model; write reference(Company) or its full name',
      ],
      [place, 'takes.code', 'unique is about stored values, and this one is not stored: leave it out'],
      [place, 'takes.code', 'requiredWhen asks a record, and there is none here: leave it out'],
    ])
  })

  it('has at most a day: the timer of a longer time would fire at once', () => {
    const timed = (timeout: string) => [
      action({ name: 'com.example.orders.a', takes: {}, timeout, run }),
      job({ name: 'com.example.orders.b', takes: {}, timeout, run }),
      reaction({ name: 'com.example.orders.c', on: Order, as: 'warehouse', timeout, run }),
      schedule({ name: 'com.example.orders.d', every: '15m', as: 'warehouse', timeout, run }),
    ]
    expect(mistakesOf(...timed('24h'))).toEqual([])
    const message = "timeout must be a time from '1ms' to '1d', such as '10s'"
    expect(mistakesOf(...timed('25d')).map(([, found]) => found)).toEqual(Array.from({ length: 4 }, () => message))
  })

  it('takes and gives values that somebody can send and see', () => {
    const takes = { orders: links(Order), number: formula('1 + 1', integer()) }
    const gives = { secret: text({ secret: true }), count: integer({ default: 1 }) }
    const wrong = action({ name: 'com.example.orders.a', takes, gives, run } as never)
    expect(mistakesOf(wrong).map(([, ...rest]) => rest)).toEqual([
      ['takes.number', 'is of type formula, which the service computes: declare the type of the value'],
      ['gives.secret', 'is a secret, which is never shown: leave it out'],
      ['gives.count', 'default is for what is taken: leave it out'],
    ])
  })

  it('needs a role where there is no caller', () => {
    const react = reaction({ name: 'com.example.orders.react', on: Order, run } as never)
    const nightly = schedule({ name: 'com.example.orders.nightly', run } as never)
    expect(mistakesOf(react, nightly).map(([, message]) => message)).toEqual([
      "a reaction has no caller: write as: 'role'",
      "a schedule has no caller: write as: 'role'",
      "write either every: '15m' or at: '06:00'",
    ])
  })

  it('has fields of the model where a reaction waits for their change', () => {
    const when = { changed: ['stauts'], creatd: true }
    const react = reaction({ name: 'com.example.orders.react', on: Order, as: 'warehouse', when: when as never, run })
    expect(mistakesOf(react).map(([, message]) => message)).toEqual([
      'when has no member "creatd". Did you mean "created"?',
      'when.changed names "stauts", which is not a field of com.example.orders.Order. Did you mean "status"?',
    ])
  })

  it('uses a name once', () => {
    const again = job({ name: 'com.example.orders.ship', takes: {}, run })
    expect(mistakesOf(ship, again)).toEqual([
      ['job com.example.orders.ship', 'the name is used in logic.ts as well: give each its own'],
    ])
  })
})
