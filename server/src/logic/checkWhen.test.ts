import { describe, expect, it } from 'vitest'
import { action, choice, collection, model, reference, text } from '../index.ts'
import { Models } from '../model/Models.ts'
import { toModel } from '../model/toModel.ts'
import { loadLogic } from './loadLogic.ts'

const Order = model({
  name: 'when.Order',
  title: 'name',
  fields: {
    name: text(),
    status: choice(['draft', 'placed', 'shipped']),
    lines: collection('when.Line', { by: 'order' }),
  },
})
const Line = model({ name: 'when.Line', title: 'name', fields: { name: text(), order: reference(Order) } })
const models = new Models([Order, Line].map((one) => toModel(one)))

/** The mistakes of an action on orders, which may be of any form: declarations are loaded without the compiler. */
function mistakesOf(change: object): string[] {
  const base = { name: 'when.ship', on: Order, takes: { order: reference(Order) }, run: async () => undefined }
  const declaration = action({ ...base, ...change })
  return loadLogic([{ file: 'ship.ts', declaration }], { models, roles: [] }).mistakes.map((one) => one.message)
}

const message = 'Only a placed order can be shipped.'
const holds = "status = 'placed'"

describe('when of an action', () => {
  it('is an expression or criteria over the record, with a message', () => {
    expect(mistakesOf({ when: { holds, message } })).toEqual([])
    const criteria = { fieldName: 'status', operator: '=', value: 'placed' }
    expect(mistakesOf({ when: { holds: criteria, message } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['no object', { when: holds }, 'when must be such as when: { holds: '],
    ['no condition', { when: { message } }, 'when needs holds: an expression or criteria'],
    ['no message', { when: { holds } }, 'when needs a message for people, of at most 300 characters'],
    ['an unknown member', { when: { holds, message, holdz: 1 } }, 'when has no member "holdz". Did you mean "holds"?'],
    ['an unknown field', { when: { holds: "stats = 'placed'", message } }, 'when names stats at character 1'],
    ['no truth value', { when: { holds: 'status', message } }, 'when is a text, and must be true or false'],
    [
      'unknown criteria',
      { when: { holds: { fieldName: 'stats', operator: '=', value: 'a' }, message } },
      'when cannot be parsed: ',
    ],
    ['a value before', { when: { holds: "$before.status = 'placed'", message } }, 'when has $before'],
    [
      'members of a collection',
      { when: { holds: { fieldName: 'lines.name', operator: '=', value: 'a' }, message } },
      'when asks for records of a collection or links',
    ],
    ['no model', { on: undefined, when: { holds, message } }, 'when needs on: the model of the records that it asks'],
    [
      'no record in the input',
      { takes: { note: text() }, when: { holds, message } },
      'when needs a record to ask: take a reference or links to when.Order',
    ],
  ])('reports %s', (_, change, mistake) => {
    expect(mistakesOf(change)).toEqual([expect.stringContaining(mistake)])
  })
})

describe('leadsTo of an action', () => {
  it('has values of choices', () => {
    expect(mistakesOf({ leadsTo: { status: 'shipped' } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['nothing', { leadsTo: {} }, "leadsTo must be values by field, such as leadsTo: { status: 'shipped' }"],
    ['an unknown field', { leadsTo: { stats: 'shipped' } }, 'leadsTo names "stats", which is not a choice'],
    ['a field that is no choice', { leadsTo: { name: 'shipped' } }, 'leadsTo names "name", which is not a choice'],
    ['an unknown value', { leadsTo: { status: 'shiped' } }, 'no value of status. Did you mean "shipped"?'],
    ['no model', { on: undefined, leadsTo: { status: 'shipped' } }, 'leadsTo needs on'],
  ])('reports %s', (_, change, mistake) => {
    expect(mistakesOf(change)).toEqual([expect.stringContaining(mistake)])
  })
})
