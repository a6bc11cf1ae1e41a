import { Failure } from '../failure/failure.ts'
import type { Models } from '../model/Models.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import type { Database } from '../postgres/Database.ts'
import { isGivenUp } from '../postgres/errors.ts'
import { type AggregatePage, aggregateStatement } from '../statement/aggregate.ts'
import { type CountSearch, countedStatement } from './countSearches.ts'
import { createRunner, type Run } from './createRunner.ts'

/** Creates the runner of aggregates, which have a time limit of their own. Equal ones that wait share a statement. */
export function createAggregateRunner(
  database: Pick<Database, 'run'>,
  models: Models,
  count: CountSearch,
  timeout: number,
): Run<AggregatePlan, AggregatePage> {
  const limited: Pick<Database, 'run'> = {
    run: async (statement, effect, options) => {
      try {
        return await database.run(statement, effect, { ...options, timeout })
      } catch (error) {
        // All that wait for it would only wait again.
        throw isGivenUp(error) ? tooSlow(timeout) : error
      }
    },
  }
  return createRunner(countedStatement(aggregateStatement, count), limited, models, 'slow')
}

/** The failure of an aggregate that takes too long. To send it again would not help. */
export function tooSlow(timeout: number): Failure {
  const what = `The aggregate could not be answered within ${timeout / 1000} s.`
  const advice =
    'Narrow it by criteria on an indexed field, or aggregate fewer records at a time, such as one month. ' +
    'The command doctor tells the operator which index would help.'
  return new Failure('unavailable', `${what} ${advice}`, { what, retryAfter: 1, reason: 'deadline' })
}
