import type { FieldMeta, Json, ModelMeta, RecordJson } from './ModelMeta.ts'

type Steps = Pick<ModelMeta, 'transitions' | 'undoTransitions'>

/** What became of some fields; a side is undefined if the caller may not see it. */
export type Changed = Readonly<
  Record<string, { readonly from?: Json | undefined; readonly to?: Json | undefined; readonly secret?: boolean }>
>

/** The values that may follow one; undefined if the field has no transitions, or no value yet. */
export function followersOf({ transitions = {} }: Steps, field: string, value: Json | undefined) {
  const byValue = Object.hasOwn(transitions, field) ? transitions[field] : undefined
  if (!byValue || typeof value !== 'string') return undefined
  return Object.hasOwn(byValue, value) ? (byValue[value] ?? []) : []
}

/** Whether no other value may follow. */
export function isFinal(model: Steps, field: string, value: Json | undefined): boolean {
  return followersOf(model, field, value)?.length === 0
}

/** Whether an undo would not take changes back: the model forbids it, and no declared way leads back. */
export function isForGood(model: Steps, changes: Changed): boolean {
  if (model.undoTransitions !== false) return false
  return Object.entries(changes).some(([field, { from, to }]) => {
    const followers = followersOf(model, field, to)
    const isStep = from !== undefined && from !== to
    return isStep && followers !== undefined && !(typeof from === 'string' && followers.includes(from))
  })
}

/** The final values that changes lead to, each once, with its field. */
export function finalValues(model: ModelMeta, changes: readonly Changed[]): { field: FieldMeta; value: string }[] {
  return model.fields.flatMap((field) => {
    const values = new Set(changes.map((each) => each[field.name]?.to).filter((to) => typeof to === 'string'))
    return [...values].filter((value) => isFinal(model, field.name, value)).map((value) => ({ field, value }))
  })
}

/** What a save did to the fields with transitions; nothing if the record is new. */
export function stepsOf({ transitions = {} }: Steps, before: RecordJson | undefined, now: RecordJson): Changed {
  if (!before) return {}
  return Object.fromEntries(Object.keys(transitions).map((name) => [name, { from: before[name], to: now[name] }]))
}
