import { expect, it } from 'vitest'
import { shop } from '../../test/harness/shop.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import type { Database } from '../postgres/Database.ts'
import { sql } from '../sql/sql.ts'
import { placeOf } from '../statement/place.ts'
import { IdReserve } from './IdReserve.ts'
import { NumberReserve } from './NumberReserve.ts'
import { runWithIds } from './withIds.ts'

const models = shop({})
const model = models.get('shop.Item')
const context = { authorization: serviceAuthorization(models), requestId: 'test', dryRun: false }
const plan: CreatePlan = { operation: 'create', model, context, fields: [], values: [], given: [], relations: [] }

it('writes with ids only on the timeline on which they were drawn, also if it ends while they are drawn', async () => {
  const sent: unknown[] = []
  let last = 0
  const database = {
    generation: 1,
    run: async (statement: { statement: string; toQuery(): { values: unknown[] } }, _: string, work = {}) => {
      sent.push([statement.statement, (work as { generation?: number }).generation])
      await new Promise(setImmediate)
      return Array.from({ length: Number(statement.toQuery().values[0]) }, () => [String(++last)])
    },
  }
  const source = database as unknown as Database
  const numbers = new NumberReserve(source, placeOf(models))
  const drawing = runWithIds([plan], { database: source, reserve: new IdReserve(source), numbers }, (_, onTimeline) =>
    onTimeline.run(sql`select ${0}::bigint`.named('write'), 'write', {}),
  )
  // Another host is promoted while the ids are on their way.
  database.generation = 2
  await drawing
  expect(sent.at(-1)).toEqual(['write', 1])
})
