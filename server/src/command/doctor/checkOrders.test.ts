import { expect, it } from 'vitest'
import { model } from '../../model/declare.ts'
import { text } from '../../model/field/text.ts'
import { Models } from '../../model/Models.ts'
import { toModel } from '../../model/toModel.ts'
import { checkOrders } from './checkOrders.ts'

const Thing = toModel(
  model({ name: 'org.example.Thing', title: 'name', sortBy: ['-createdOn'], fields: { name: text({ max: 50 }) } }),
)

it('finds an order without an index if there are more than 100,000 records', () => {
  const rows = (count: number) => new Map([['org_example_thing', count]])
  expect(checkOrders(new Models([Thing]), rows(100_000))).toEqual([])
  expect(checkOrders(new Models([{ ...Thing, indexes: [['-createdOn']] }]), rows(200_000))).toEqual([])
  expect(checkOrders(new Models([Thing]), rows(200_000))).toEqual([
    {
      check: 'searches',
      what: 'org.example.Thing (about 200,000 records) has no index for its order -createdOn.',
      why: 'Each list that asks for no other order sorts all records.',
      advice: ["In org.example.Thing declare indexes: [['-createdOn']], then run npx tabularium migrate apply."],
    },
  ])
})
