import { describe, expect, it } from 'vitest'
import { choice, model } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { en } from '../i18n/en/en.ts'
import type { ActionMeta } from '../meta/ActionMeta.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { toColumn } from './BoardColumn.ts'
import { dropOf, type DropRules } from './dropOf.ts'

const declared = {
  name: 'test.Order',
  label: 'Order',
  title: 'id',
  fields: {
    status: choice(['draft', 'placed', 'shipped', 'void']),
    kind: choice(['one', { value: 'old', retired: true }]),
  },
  transitions: { status: { draft: ['placed', 'void'], placed: ['shipped', 'void'] } },
} as const
const Order = describeModel(model(declared))

const ship: ActionMeta = {
  name: 'test.ship',
  label: 'Ship',
  on: 'test.Order',
  leadsTo: { status: 'shipped' },
  takes: [{ name: 'order', type: 'reference', label: 'Order', target: 'test.Order' }],
  gives: [],
  undo: false,
}

function fieldOf({ fields }: ModelMeta, name: string): FieldMeta {
  const found = fields.find((field) => field.name === name)
  if (!found) throw new Error(`There is no field ${name}.`)
  return found
}

const rulesOf = (more: Partial<DropRules> = {}, name = 'status'): DropRules => ({
  model: Order,
  field: fieldOf(more.model ?? Order, name),
  words: en,
  actions: [],
  notNow: () => undefined,
  mayOf: () => undefined,
  lock: undefined,
  ...more,
})

const record = (status: string | null, id = 1): RecordJson => ({ id, version: 0, status, kind: 'one' })

function say(from: RecordJson | readonly RecordJson[], to: string | null, rules = rulesOf()): string {
  const drop = dropOf([from].flat(), toColumn(to, rules.field, en), rules)
  return drop.is === 'cannot' ? drop.why : drop.is === 'set' && drop.isFinal ? 'final' : drop.is
}

describe('a card', () => {
  it.each([
    ['draft', 'draft', 'same'],
    ['draft', 'placed', 'set'],
    ['placed', 'void', 'final'],
    ['placed', 'draft', 'draft can’t follow placed'],
    ['shipped', 'draft', 'shipped is final'],
    ['draft', null, 'No value can’t follow draft'],
    [null, 'shipped', 'final'],
  ])('of %s says in the column of %s: %s', (from, to, said) => {
    expect(say(record(from), to)).toBe(said)
  })

  it('runs the action that leads there, and says why that can’t be run now', () => {
    expect(say(record('placed'), 'shipped', rulesOf({ actions: [ship] }))).toBe('run')
    const notNow = () => 'Only a placed order can be shipped.'
    expect(say(record('draft'), 'shipped', rulesOf({ actions: [ship], notNow }))).toBe(notNow())
    // Of several actions, one that can be run now.
    const other = { ...ship, name: 'test.other' }
    const some = rulesOf({ actions: [ship, other], notNow: ({ name }) => (name === ship.name ? 'no' : undefined) })
    expect(dropOf([record('placed')], toColumn('shipped', some.field, en), some)).toMatchObject({
      is: 'run',
      offered: { action: other },
    })
  })

  it('stays where the caller may not write the field, or actions alone do', () => {
    const mayNot = 'You may not change status of this order'.replace('status', fieldOf(Order, 'status').label)
    expect(say(record('draft'), 'placed', rulesOf({ mayOf: () => ({ update: true, fields: ['kind'] }) }))).toBe(mayNot)
    expect(say(record('draft'), 'placed', rulesOf({ mayOf: () => ({ update: false, fields: ['status'] }) }))).toBe(
      mayNot,
    )
    const locked = { ...Order, may: { ...Order.may, update: 'none' as const } }
    expect(say(record('draft'), 'placed', rulesOf({ model: locked }))).toBe(mayNot)
    const only = { ...Order, only: { status: 'actions' as const } }
    expect(say(record('draft'), 'placed', rulesOf({ model: only }))).toMatch(/^Only actions change/)
    expect(say(record('placed'), 'shipped', rulesOf({ model: only, actions: [ship] }))).toBe('run')
    expect(say(record('draft'), 'placed', rulesOf({ lock: 'You look as rita.' }))).toBe('You look as rita.')
  })

  it('goes to no value that is not in use any more, and to none where one is required', () => {
    expect(say(record('draft'), 'old', rulesOf({}, 'kind'))).toBe('old: no longer in use')
    const required = { ...fieldOf(Order, 'kind'), required: true }
    expect(say(record('draft'), null, { ...rulesOf(), field: required })).toMatch(/must have a value$/)
  })
})

describe('several cards', () => {
  const three = [record('draft', 1), record('placed', 2), record('shipped', 3)]

  it('say how many of them may go there, or why none may', () => {
    const rules = rulesOf()
    const drop = dropOf(three, toColumn('void', rules.field, en), rules)
    expect(drop).toMatchObject({ is: 'set', some: { many: 2, of: 3 } })
    expect(say(three.slice(0, 2), 'draft')).toBe('draft can’t follow placed')
    expect(say([record('placed', 1), record('shipped', 2)], 'draft')).toBe('None of them may go to draft')
    expect(say([record('void', 1), record('void', 2)], 'void')).toBe('same')
  })

  it('run an action that takes many, and not one that takes one', () => {
    const two = [record('placed', 1), record('placed', 2)]
    expect(say(two, 'shipped', rulesOf({ actions: [ship] }))).toBe('Ship takes one order at a time')
    expect(say(two, 'shipped', rulesOf({ actions: [{ ...ship, many: true }] }))).toBe('run')
  })
})
