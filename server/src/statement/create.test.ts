import { expect, it } from 'vitest'
import type { Model } from '../model/Model.ts'
import { Models } from '../model/Models.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { NumberedCreate } from './record/newRows.ts'
import { toCreatedAll } from './record/createdAll.ts'

const model: Model = { name: 'A' } as Model
const context = { authorization: serviceAuthorization(new Models([])), requestId: 'a', dryRun: false }

function numbered(...ids: number[]): NumberedCreate[] {
  const plan = { operation: 'create', model, context, fields: [], values: [], given: [], relations: [] } as const
  return ids.map((id) => ({ id, plan }))
}

it('returns the records in the order of the request, whatever order PostgreSQL returns them in', () => {
  const text = '{"id":7},\n{"id":8,"a":"x,\\n"},\n{"id":9}'
  expect(toCreatedAll(numbered(7, 8, 9), [['7,8,9', text, '3']])).toEqual({ json: text, changeSet: 3 })
  const sorted = '{"id":9},\n{"id":7},\n{"id":8,"a":"x,\\n"}'
  expect(toCreatedAll(numbered(9, 7, 8), [['7,8,9', text, '3']])).toEqual({ json: sorted, changeSet: 3 })
})

it('returns nothing if nothing was written', () => {
  expect(toCreatedAll(numbered(7), [[null, null, null]])).toEqual([])
  expect(toCreatedAll(numbered(7, 8, 9), [['9', null, 'box,check:fits']])).toEqual([
    {
      path: '2.',
      reasons: [
        { kind: 'missing', field: 'box' },
        { kind: 'check', name: 'fits' },
      ],
    },
  ])
})
