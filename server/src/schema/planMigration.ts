import type { Models } from '../model/Models.ts'
import { trusted } from '../sql/sql.ts'
import { dropForeign, findForeignObstacle } from './dropForeign.ts'
import { findSteps } from './findSteps.ts'
import { compareEncoding, inspectEncoding } from './inspectEncoding.ts'
import { readForeign } from './inspectForeign.ts'
import type { Query } from './RecordState.ts'
import type { Precondition, Step } from './Step.ts'

export interface PlanOptions {
  /** The names of foreign objects that the plan may drop. */
  readonly dropForeign?: readonly string[]
}

/** The steps from the database to the models. Violated preconditions are found now, before any step runs. */
export async function planMigration(query: Query, models: Models, options: PlanOptions = {}): Promise<Step[]> {
  const { dropForeign: names = [] } = options
  const steps = [...compareEncoding(await inspectEncoding(query)), ...(await findSteps(query, models))]
  const needsForeign = names.length > 0 || steps.some(({ affects }) => affects !== undefined)
  const foreign = needsForeign ? await readForeign(query) : []
  const staying = foreign.filter(({ kind, name }) => kind === 'view' || !names.includes(name))
  const plan = dropForeign(foreign, names)
  for (const step of steps) {
    const blocked =
      step.blocked ?? findForeignObstacle(step, staying) ?? (await findObstacle(query, step.preconditions ?? []))
    plan.push(blocked === undefined ? step : { ...step, blocked })
  }
  return plan
}

async function findObstacle(query: Query, preconditions: readonly Precondition[]): Promise<string | undefined> {
  for (const precondition of preconditions) {
    const rows = await query(trusted(precondition.query))
    if (rows.length > 0)
      return `${precondition.advice} Such records are ${rows.map(({ example }) => example).join(', ')}.`
  }
  return undefined
}
