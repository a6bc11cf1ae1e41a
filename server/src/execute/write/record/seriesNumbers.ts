import { optionsOf } from '../../../batch/optionsOf.ts'
import type { Model } from '../../../model/Model.ts'
import { plainSeriesOf, seriesOf } from '../../../model/seriesOf.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../../plan/Plan.ts'
import type { DrawnNumber } from '../../../statement/record/numbers.ts'
import { placeOf } from '../../../statement/place.ts'
import { lockSeriesStatement } from '../../../statement/service/series.ts'
import type { ExecutionServices } from '../../ExecutionServices.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

type Numbers = readonly DrawnNumber[]

/** The numbers for the new records of each model. */
export type DrawnByModel = ReadonlyMap<Model, readonly Numbers[]>

/**
 * The numbers of plain series that were drawn for a transaction before it began: inside it, their counters would stay
 * locked until its end, and a second connection could deadlock. A statement draws itself what is missing here.
 */
export class SeriesNumbers {
  readonly #left: Map<string, Numbers[]>

  constructor(drawn: DrawnByModel) {
    this.#left = new Map(Array.from(drawn, ([model, numbers]) => [model.name, [...numbers]]))
  }

  /** The numbers of one more new record of a model. */
  next(model: Model): Numbers | undefined {
    return this.#left.get(model.name)?.shift()
  }
}

/** Draws numbers for all records that a request creates. A dry run draws none, since it would use them up. */
export async function drawSeriesNumbers(
  plans: readonly (CreatePlan | UpdatePlan)[],
  { authorization, dryRun }: WriteContext,
  { run }: ExecutionServices,
): Promise<DrawnByModel> {
  const counts = dryRun ? [] : countCreates(plans).filter(([model]) => plainSeriesOf(model).length > 0)
  const drawn = new Map<Model, Numbers[]>()
  for (const [model, count] of counts)
    drawn.set(model, await run.numbers.draw(model, count, optionsOf([authorization], 'write')))
  return drawn
}

/**
 * Locks the counters of all gapless series of a transaction in one order, if there are several: two transactions that
 * draw from them in opposite order would wait for each other. The periods of series that follow from the records are
 * not known yet: each statement locks them in one order, and a transaction of several statements is tried again.
 */
export async function lockGapless(
  plans: readonly (CreatePlan | UpdatePlan)[],
  { transaction, services }: Pick<WriteTransaction, 'transaction' | 'services'>,
): Promise<void> {
  const gapless = countCreates(plans).flatMap(([model]) =>
    seriesOf(model).flatMap(({ field, series }) =>
      series.gapless && !series.followsRecord ? [{ model, field, series }] : [],
    ),
  )
  if (gapless.length > 1) await transaction.run(lockSeriesStatement(gapless, placeOf(services.models)))
}

/** The number of new records of each model that the plans name, with all members. */
export function countCreates(plans: readonly (CreatePlan | UpdatePlan)[]): [Model, number][] {
  const counts = new Map<Model, number>()
  const add = (plan: CreatePlan | UpdatePlan) => {
    if (plan.operation === 'create') counts.set(plan.model, (counts.get(plan.model) ?? 0) + 1)
    for (const write of plan.relations) if ('members' in write) write.members.forEach(add)
  }
  plans.forEach(add)
  return [...counts]
}
