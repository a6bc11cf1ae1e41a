import { expect, it } from 'vitest'
import { choice, model } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import type { Json } from './ModelMeta.ts'
import { offeredToMany, offeredValues } from './offeredValues.ts'

const ticket = describeModel(
  model({
    name: 'desk.Ticket',
    title: 'status',
    fields: {
      status: choice(['open', 'inProgress', 'waiting', 'done', 'rejected']),
      kind: choice(['fault', 'wish', { value: 'praise', retired: true }]),
      tags: choice(['new', { value: 'fax', retired: true }], { multiple: true }),
    },
    transitions: {
      status: { open: ['inProgress', 'rejected'], inProgress: ['waiting', 'done', 'open'], waiting: ['inProgress'] },
    },
  }),
)

it.each([
  ['status', 'inProgress', ['open', 'inProgress', 'waiting', 'done'], ['done']],
  ['status', 'open', ['open', 'inProgress', 'rejected'], ['rejected']],
  ['status', 'done', ['done'], ['done']],
  ['status', 'waiting', ['inProgress', 'waiting'], undefined],
  ['status', 'constructor', [], undefined],
])('a record whose %s is %s may get %j, and never none; %j are final', (name, present, values, final) => {
  expect(offered(name, present)).toEqual({ values, always: true, final })
})

const all = ['open', 'inProgress', 'waiting', 'done', 'rejected']
it.each([
  ['status', null, all],
  ['status', undefined, all],
  ['kind', 'fault', ['fault', 'wish']],
  ['kind', 'praise', ['fault', 'wish', 'praise']],
  ['tags', ['fax'], ['new', 'fax']],
  ['tags', [], ['new']],
])('a record whose %s is %j may get %j, or none', (name, present, values) => {
  expect(offered(name, present)).toEqual({ values, always: false })
})

function offered(name: string, present: Json | undefined) {
  const field = ticket.fields.find((each) => each.name === name)
  return field && offeredValues(ticket, field, present)
}

it('of several records are those that one of them may get, each with how many', () => {
  const status = ticket.fields.find(({ name }) => name === 'status') ?? { name: '', type: 'choice', label: '' }
  const groups = [
    { value: 'open', count: 2 },
    { value: 'waiting', count: 1 },
    { value: null, count: 1 },
  ]
  expect(offeredToMany(ticket, status, groups)).toEqual({
    values: ['open', 'inProgress', 'waiting', 'done', 'rejected'],
    always: true,
    final: ['done', 'rejected'],
    some: { many: { open: 3, inProgress: 4, waiting: 2, done: 1, rejected: 3 }, of: 4 },
  })
  expect(offeredToMany(ticket, status, [{ value: 'done', count: 3 }]).values).toEqual(['done'])
})
