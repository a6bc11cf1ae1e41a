import type { Models } from '../model/Models.ts'
import { trusted } from '../sql/sql.ts'
import { findSteps } from './findSteps.ts'
import type { Query } from './RecordState.ts'
import type { Need, Step } from './Step.ts'

/** The steps between the database and the models. What the records stand against is found now, and not halfway through. */
export async function planMigration(query: Query, models: Models): Promise<Step[]> {
  const plan: Step[] = []
  for (const step of await findSteps(query, models)) {
    const blocked = step.blocked ?? (await findObstacle(query, step.needs ?? []))
    plan.push(blocked === undefined ? step : { ...step, blocked })
  }
  return plan
}

async function findObstacle(query: Query, needs: readonly Need[]): Promise<string | undefined> {
  for (const need of needs) {
    const rows = await query(trusted(need.query))
    if (rows.length > 0) return `${need.advice} Such records are ${rows.map(({ example }) => example).join(', ')}.`
  }
  return undefined
}
