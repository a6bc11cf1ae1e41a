import { Failure } from '../failure/failure.ts'
import { requireAt } from '../failure/invariant.ts'
import type { Model } from '../model/Model.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import type { Database } from '../postgres/Database.ts'
import { Rejected } from '../postgres/errors.ts'
import { TimelineEnded } from '../postgres/NoConnection.ts'
import type { NumberedCreate } from '../statement/record/newRows.ts'
import {
  findIdTaken,
  findNumberTaken,
  IdTaken,
  maxDraws,
  NumberTaken,
  sequenceBehind,
} from '../statement/refusal/toRecordFailure.ts'
import type { Settlement } from './Batcher.ts'
import type { IdReserve } from './IdReserve.ts'
import type { NumberReserve } from './NumberReserve.ts'
import { optionsOf } from './optionsOf.ts'

/** Where new records are written, and where their ids and numbers come from. */
export interface CreateSource {
  readonly database: Database
  readonly reserve: IdReserve
  readonly numbers: NumberReserve
}

/** Runs statements for new records on the timeline that their ids were drawn on. */
type CreateWithIds<T> = (numbered: NumberedCreate[], onTimeline: Pick<Database, 'run'>) => Promise<T>

/** Creates records independently of each other. Records whose ids are in use get new ids and are sent again. */
export async function settleWithIds<Result>(
  plans: readonly CreatePlan[],
  source: CreateSource,
  create: CreateWithIds<Settlement<Result>[]>,
): Promise<Settlement<Result>[]> {
  const settled = new Map<CreatePlan, Settlement<Result>>()
  let open = plans
  for (let draws = 0; draws < maxDraws && open.length > 0; draws++) {
    const results = await draw(open, source, create)
    for (const [index, plan] of open.entries()) settled.set(plan, requireAt(results, index))
    open = open.filter((plan) => needsNewIds(errorOf(settled.get(plan)), plan))
    for (const { model } of open.slice(0, 1)) discard(model, source)
  }
  for (const plan of open) settled.set(plan, { error: toFailure(errorOf(settled.get(plan))) })
  return plans.map((plan) => settled.get(plan) ?? { error: new TypeError('A record has no result.') })
}

/** Creates records together. If an id is in use, all records get new ids and are sent again. */
export async function runWithIds<T>(
  plans: readonly CreatePlan[],
  source: CreateSource,
  create: CreateWithIds<T>,
): Promise<T> {
  const { model } = requireAt(plans, 0)
  for (let draws = 1; ; draws++) {
    try {
      return await draw(plans, source, create)
    } catch (error) {
      if (!needsNewIds(error, { model })) throw error
      if (draws >= maxDraws) throw toFailure(error)
      discard(model, source)
    }
  }
}

function discard(model: Model, { reserve, numbers }: CreateSource): void {
  reserve.discard(model)
  numbers.discard(model)
}

async function draw<T>(plans: readonly CreatePlan[], source: CreateSource, create: CreateWithIds<T>): Promise<T> {
  const { database, reserve } = source
  const { model } = requireAt(plans, 0)
  // Drawing ids commits, and may have to wait for a standby like any other write.
  const drawing = optionsOf(
    plans.map(({ context }) => context.authorization),
    'write',
  )
  // Read before the draw: while it waits, another host may become the primary, which may assign the same ids.
  const { generation } = database
  const ids = await reserve.draw(model, plans.length, drawing)
  const drawn = await source.numbers.draw(model, plans.length, drawing)
  const numbered = plans.map((plan, index) => ({ plan, id: requireAt(ids, index), numbers: drawn[index] }))
  return create(numbered, {
    // The credentials of the request may be of an older generation than the ids.
    run: (statement, effect, request) => database.run(statement, effect, { generation, ...request }),
  })
}

/** Whether the error would not occur with new ids. */
function needsNewIds(error: unknown, { model }: Pick<CreatePlan, 'model'>): boolean {
  if (error instanceof Rejected)
    return findIdTaken(error, model) !== undefined || findNumberTaken(error, model) instanceof NumberTaken
  return (
    error instanceof IdTaken ||
    error instanceof NumberTaken ||
    (error instanceof Failure && error.cause instanceof TimelineEnded)
  )
}

function toFailure(error: unknown): unknown {
  if (error instanceof NumberTaken) return error.failure
  return error instanceof Failure ? error : sequenceBehind(error)
}

function errorOf(settlement: Settlement<unknown> | undefined): unknown {
  return settlement && 'error' in settlement ? settlement.error : undefined
}
