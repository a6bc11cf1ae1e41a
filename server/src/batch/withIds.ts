import { Failure } from '../failure.ts'
import { requireAt } from '../invariant.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import type { Database } from '../postgres/Database.ts'
import { Refused, TimelineEnded } from '../postgres/errors.ts'
import type { NumberedCreate } from '../statement/create.ts'
import { findIdTaken, IdTaken, maxDraws, sequenceBehind } from '../statement/part/refusal.ts'
import type { Settlement } from './Batcher.ts'
import type { IdReserve } from './IdReserve.ts'
import { workOf } from './workOf.ts'

interface Source {
  readonly database: Database
  readonly reserve: IdReserve
}

/** Runs statements for new records on the timeline that their ids were drawn on. */
type Work<T> = (numbered: NumberedCreate[], onTimeline: Pick<Database, 'run'>) => Promise<T>

/** Creates records independently of each other. Records whose ids are in use get new ids and are sent again. */
export async function settleWithIds<Result>(
  plans: readonly CreatePlan[],
  source: Source,
  work: Work<Settlement<Result>[]>,
): Promise<Settlement<Result>[]> {
  const settled = new Map<CreatePlan, Settlement<Result>>()
  let open = plans
  for (let draws = 0; draws < maxDraws && open.length > 0; draws++) {
    const results = await draw(open, source, work)
    for (const [index, plan] of open.entries()) settled.set(plan, requireAt(results, index))
    open = open.filter((plan) => needsNewIds(errorOf(settled.get(plan)), plan))
    for (const { model } of open.slice(0, 1)) source.reserve.discard(model)
  }
  for (const plan of open) settled.set(plan, { error: toFailure(errorOf(settled.get(plan))) })
  return plans.map((plan) => settled.get(plan) ?? { error: new TypeError('A record has no result.') })
}

/** Creates records together. If an id is in use, all records get new ids and are sent again. */
export async function runWithIds<T>(plans: readonly CreatePlan[], source: Source, work: Work<T>): Promise<T> {
  const { model } = requireAt(plans, 0)
  for (let draws = 1; ; draws++) {
    try {
      return await draw(plans, source, work)
    } catch (error) {
      if (!needsNewIds(error, { model })) throw error
      if (draws >= maxDraws) throw toFailure(error)
      source.reserve.discard(model)
    }
  }
}

async function draw<T>(plans: readonly CreatePlan[], { database, reserve }: Source, work: Work<T>): Promise<T> {
  const { model } = requireAt(plans, 0)
  // Drawing ids commits, and may have to wait for a standby like any other write.
  const drawing = workOf(
    plans.map(({ context }) => context.authorization),
    'write',
  )
  const ids = await reserve.draw(model, plans.length, drawing)
  const { generation } = database
  const numbered = plans.map((plan, index) => ({ plan, id: requireAt(ids, index) }))
  return work(numbered, {
    // The credentials of the request may be of an older generation than the ids.
    run: (statement, effect, request) => database.run(statement, effect, { generation, ...request }),
  })
}

/** Whether the error would not occur with new ids. */
function needsNewIds(error: unknown, { model }: Pick<CreatePlan, 'model'>): boolean {
  if (error instanceof Refused) return findIdTaken(error, model) !== undefined
  return error instanceof IdTaken || (error instanceof Failure && error.cause instanceof TimelineEnded)
}

function toFailure(error: unknown): unknown {
  return error instanceof Failure ? error : sequenceBehind(error)
}

function errorOf(settlement: Settlement<unknown> | undefined): unknown {
  return settlement && 'error' in settlement ? settlement.error : undefined
}
