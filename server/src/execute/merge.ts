import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { jsonMember } from '../text/json.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { compareEdits, type Comparison } from '../versions/compareEdits.ts'
import type { Past, Plain } from '../versions/Past.ts'
import { Increment, toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { shownModel } from './readVersion.ts'

/** Compares the plan with what others changed since; undefined if the journal does not reach back that far. */
export function compare(plan: UpdatePlan, past: Past): Comparison | undefined {
  const { model, version } = plan
  const state = findStateAt(past, version)
  return state && compareEdits({ version, values: state }, past, toPlainRecord(plan), shownModel(model, past))
}

/** What is put on top of the current record. */
type Merge = Pick<Comparison, 'mergeable'> & Partial<Comparison>

/**
 * Keeps only the fields that the client changed and nobody else did, and what it added to values. Fields that it sent
 * back unchanged keep the values of the others.
 */
export function toMerged(plan: UpdatePlan, onto: number, { mergeable, yours = {} }: Merge): UpdatePlan {
  const { increments = [] } = plan
  const kept = plan.fields.flatMap((field, index) => {
    if (!mergeable.includes(field.name)) return []
    const added = increments.includes(field.name) ? undefined : toIncrement(field, yours[field.name])
    return [{ field, value: added ?? plan.values[index] ?? null, isAdded: added !== undefined }]
  })
  const added = kept.filter(({ isAdded }) => isAdded).map(({ field }) => field.name)
  return {
    ...plan,
    version: onto,
    fields: kept.map(({ field }) => field),
    values: kept.map(({ value }) => value),
    ...(added.length === 0 ? {} : { increments: [...increments, ...added] }),
  }
}

/** What a change adds to a value that was sent whole, as a value of its column; undefined if it adds nothing. */
export function toIncrement(field: Field, yours: Plain): ColumnValue | undefined {
  const reading = yours instanceof Increment ? typeOf(field).increment?.read(yours.sent, field) : undefined
  return reading && 'value' in reading ? reading.value : undefined
}

/** The same with what was merged, for the answer. */
export function toMerge(plan: UpdatePlan, onto: number, merge: Merge): UpdatePlan {
  const merged = jsonMember('merged', { base: plan.version, onto, fields: merge.mergeable })
  return { ...toMerged(plan, onto, merge), extraMembers: merged }
}

/** Returns the change on top of the current record, if a merge was requested and nothing clashes. */
export function findMerge(plan: UpdatePlan, past: Past): UpdatePlan | undefined {
  const { current, readable } = past
  const isRead = plan.fields.every(({ name }) => readable?.has(name) ?? true)
  if (onlyAdds(plan) && isRead && current && current.version >= plan.version)
    return toMerge(plan, current.version, { mergeable: plan.increments ?? [] })
  const comparison = compare(plan, past)
  if (!past.current || plan.onConflict !== 'merge' || comparison?.clashes.length !== 0) return undefined
  return toMerge(plan, past.current.version, comparison)
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
