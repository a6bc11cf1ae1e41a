import { expect, it } from 'vitest'
import { choice, model } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { offeredValues } from './offeredValues.ts'

const ticket = describeModel(
  model({
    name: 'desk.Ticket',
    title: 'status',
    fields: {
      status: choice(['open', 'inProgress', 'waiting', 'done', 'rejected']),
      kind: choice(['fault', 'wish']),
    },
    transitions: {
      status: { open: ['inProgress', 'rejected'], inProgress: ['waiting', 'done', 'open'], waiting: ['inProgress'] },
    },
  }),
)

it.each([
  ['status', 'inProgress', ['open', 'inProgress', 'waiting', 'done']],
  ['status', 'open', ['open', 'inProgress', 'rejected']],
  ['status', 'done', ['done']],
  ['status', 'constructor', []],
  ['status', null, undefined],
  ['status', undefined, undefined],
  ['kind', 'fault', undefined],
])('a record whose %s is %s may get %j', (name, present, expected) => {
  const field = ticket.fields.find((each) => each.name === name)
  expect(field && offeredValues(ticket, field, present)).toEqual(expected)
})
