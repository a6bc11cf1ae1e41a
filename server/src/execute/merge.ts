import { jsonMember } from '../json.ts'
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
