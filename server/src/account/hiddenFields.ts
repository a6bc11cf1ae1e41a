import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { type Member, sourcesOf } from '../model/sourcesOf.ts'
import type { Rights } from '../permission/Rights.ts'
import { isAbout, type Rule } from '../permission/Rule.ts'

/** The fields and relations of a model that a user does not see. */
export interface HiddenFields {
  /** Visible in no record. */
  readonly never: readonly string[]
  /** Visible in some records only. */
  readonly sometimes: readonly string[]
  /** A sentence for each field that is hidden because it follows from another one; absent if there is none. */
  readonly why?: readonly string[]
}

/** Returns what a user does not see of a model, and why a field is hidden that no rule names. */
export function hiddenFieldsOf(model: Model, rights: Rights, models: Models): HiddenFields {
  const { visibility } = rights
  const names = membersOf(visibility.models.find(model.name))
  const partial = visibility.partialFieldsOf(model)
  const unseen = model.fields.filter(({ name }) => !names.includes(name))
  const why = unseen.flatMap((field) => findCause(field, model, rights, models))
  return {
    never: membersOf(model).filter((name) => !names.includes(name)),
    sometimes: names.filter((name) => partial.has(name)),
    ...(why.length > 0 ? { why } : {}),
  }
}

function findCause(field: Field, model: Model, { rules, visibility }: Rights, models: Models): string[] {
  if (!rules.some((rule) => isAbout(rule, model.name) && wouldShow(rule, field))) return []
  const isHidden = (source: Member) => !membersOf(visibility.models.find(source.model)).includes(source.name)
  const cause = sourcesOf(field, model, (name) => models.find(name)).find(isHidden)
  if (!cause) return []
  return [`${field.name} is hidden because ${cause.model === model.name ? '' : `${cause.model}.`}${cause.name} is.`]
}

/** Whether a rule would show a field if it did not follow from others. */
function wouldShow({ read, readFields, hideFields }: Rule, { name }: Field): boolean {
  return read && (readFields?.includes(name) ?? true) && !hideFields?.includes(name)
}

function membersOf(model: Model | undefined): string[] {
  return model ? [...model.fields, ...model.relations].map(({ name }) => name) : []
}
