import type { Models } from '../model/Models.ts'
import { sql, trusted } from '../sql/sql.ts'
import { dropForeign, findForeignBlocker } from './dropForeign.ts'
import { estimateLock } from './estimateLock.ts'
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
  for (const found of steps) {
    const step = await withCount(query, found)
    if (!step) continue
    const blocked =
      step.blocked ?? findForeignBlocker(step, staying) ?? (await findBlocker(query, step.preconditions ?? []))
    const estimated = await estimateLock(query, step)
    plan.push(blocked === undefined ? estimated : { ...estimated, blocked })
  }
  return plan
}

/** The step with the number of records that it changes; undefined if there are none. */
async function withCount(query: Query, step: Step): Promise<Step | undefined> {
  if (step.when === undefined) return step
  const { count } = await findViolations(query, step.when)
  const records = `${count} record${count === 1 ? '' : 's'}`
  return count === 0 ? undefined : { ...step, title: `${step.title} (${records})` }
}

async function findBlocker(query: Query, preconditions: readonly Precondition[]): Promise<string | undefined> {
  for (const precondition of preconditions) {
    const { count, examples } = await findViolations(query, precondition.query)
    if (count === 0) continue
    const left = count - examples.length
    const listed = examples.join(', ')
    const more = left.toLocaleString('en')
    const found = left > 0 ? `For example records ${listed}, and ${more} more.` : `Records: ${listed}.`
    return `${precondition.advice} ${found}`
  }
  return undefined
}

/** How many records a message names. */
const exampleLimit = 3

/** Counts the records that a query finds. One that finds none must read all records anyway. */
async function findViolations(query: Query, found: string) {
  const [row] = await query(sql`
select count(*) as count, to_json((array_agg(example))[1:${trusted(`${exampleLimit}`)}]) as examples
from (${trusted(found)}) as found`)
  const examples: string[] = JSON.parse(row?.['examples'] ?? '[]') ?? []
  return { count: Number(row?.['count'] ?? 0), examples }
}
