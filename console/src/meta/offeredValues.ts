import type { FieldMeta, Json, ModelMeta } from './ModelMeta.ts'

/**
 * The values of a choice that a record may get: its present one and those that may follow it. Undefined if any may, and
 * none: the field has no transitions, or the record has no value yet.
 */
export function offeredValues(
  { transitions = {} }: Pick<ModelMeta, 'transitions'>,
  { name, values = [] }: FieldMeta,
  present: Json | undefined,
): readonly string[] | undefined {
  const byValue = Object.hasOwn(transitions, name) ? transitions[name] : undefined
  if (!byValue || typeof present !== 'string') return undefined
  const followers = Object.hasOwn(byValue, present) ? (byValue[present] ?? []) : []
  return values.filter((value) => value === present || followers.includes(value))
}
