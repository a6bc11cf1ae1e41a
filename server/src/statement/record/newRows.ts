import type { Models } from '../../model/Models.ts'
import type { CreatePlan, WriteContext } from '../../plan/Plan.ts'
import { sql } from '../../sql/sql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { contextColumns, linkColumns } from '../journal/journal.ts'
import { findSharedContext, sharedContext } from '../journal/journalContext.ts'
import { firstOf } from '../Shape.ts'
import { defaultMarks, type InputColumn, plannedColumns } from './input.ts'
import { type DrawnNumber, numberColumns } from './numbers.ts'

/** A planned record and the id that was drawn for it. */
export interface NumberedCreate {
  readonly plan: CreatePlan
  readonly id: number
  /** What was drawn ahead for each plain series of the model. The statement draws what is missing. */
  readonly numbers?: readonly DrawnNumber[] | undefined
}

/** The scope in which references are checked: that of the writer of each row. */
export function writersScope(items: readonly NumberedCreate[], models: Models, author = sql`input._by`): ReadScope {
  const plans = items.map(({ plan }) => plan)
  const { context } = firstOf(plans)
  return {
    visibility: context.authorization.rights.visibility,
    models,
    viewer: findShared(plans) ? sharedContext.by : author,
  }
}

/** The context that all plans share; undefined if they differ or change links, which are journaled for each row. */
export function findShared(plans: readonly CreatePlan[]): WriteContext | undefined {
  return plans[0]?.linkChanges === undefined ? findSharedContext(plans.map(({ context }) => context)) : undefined
}

/** The rows of `input` of a statement that creates records. */
export function createColumns(items: readonly NumberedCreate[], models: Models): InputColumn[] {
  const plans = items.map(({ plan }) => plan)
  return [
    { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
    ...(findShared(plans) ? [] : contextColumns(plans.map(({ context }) => context))),
    ...linkColumns(plans),
    ...(plans[0] ? numberColumns(plans[0].model, items) : []),
    ...plannedColumns(plans, writersScope(items, models, sql`given._by`)),
    ...defaultMarks(plans),
  ]
}
