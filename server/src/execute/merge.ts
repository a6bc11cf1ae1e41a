import { jsonMember } from '../text/json.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { compareEdits, type Comparison } from '../versions/compareEdits.ts'
import type { Past } from '../versions/Past.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { shownModel } from './readVersion.ts'

/** Compares the plan with what others changed since; undefined if the journal does not reach back that far. */
export function compare(plan: UpdatePlan, past: Past): Comparison | undefined {
  const { model, version } = plan
  const state = findStateAt(past, version)
  return state && compareEdits({ version, values: state }, past, toPlainRecord(plan), shownModel(model, past))
}

/**
 * Keeps only the fields that the client changed and nobody else did. Fields that it sent back unchanged keep the values
 * of the others.
 */
export function toMerged(plan: UpdatePlan, onto: number, mergeable: readonly string[]): UpdatePlan {
  const indexes = plan.fields.flatMap((field, index) => (mergeable.includes(field.name) ? [index] : []))
  return {
    ...plan,
    version: onto,
    fields: indexes.flatMap((index) => plan.fields[index] ?? []),
    values: indexes.map((index) => plan.values[index] ?? null),
  }
}

/** The same with what was merged, for the answer. */
export function toMerge(plan: UpdatePlan, onto: number, mergeable: readonly string[]): UpdatePlan {
  const merged = jsonMember('merged', { base: plan.version, onto, fields: mergeable })
  return { ...toMerged(plan, onto, mergeable), extraMembers: merged }
}

/** Returns the change on top of the current record, if a merge was requested and nothing clashes. */
export function findMerge(plan: UpdatePlan, past: Past): UpdatePlan | undefined {
  const { current, readable } = past
  const isRead = plan.fields.every(({ name }) => readable?.has(name) ?? true)
  if (onlyAdds(plan) && isRead && current && current.version >= plan.version)
    return toMerge(plan, current.version, plan.increments ?? [])
  const comparison = compare(plan, past)
  if (!past.current || plan.onConflict !== 'merge' || comparison?.clashes.length !== 0) return undefined
  return toMerge(plan, past.current.version, comparison.mergeable)
}

/**
 * Whether a change that may be merged does nothing but add to values. It clashes with nothing, so it does not matter
 * what others did since, nor how long ago its version was.
 */
function onlyAdds({ model, fields, increments = [], relations, onConflict }: UpdatePlan): boolean {
  const isFree = (name: string) => increments.includes(name) && !model.together?.some((group) => group.includes(name))
  const hasFields = fields.length > 0 && relations.length === 0
  return onConflict === 'merge' && hasFields && fields.every(({ name }) => isFree(name))
}

/** The version since which the changes of others are compared; if they don't matter, none are read. */
export function comparedSince(plan: UpdatePlan): number {
  return onlyAdds(plan) ? Number.MAX_SAFE_INTEGER : plan.version
}
