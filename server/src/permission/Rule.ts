import { isBuiltIn } from '../model/builtIn/names.ts'

/** What one can do to records. */
export const actions = ['read', 'create', 'update', 'delete'] as const
export type Action = (typeof actions)[number]

/** A rule as it is kept: what a role may do to the records of a model. Rules add up; without one nothing is allowed. */
export interface Rule extends Readonly<Record<Action, boolean>> {
  /** Null for the rules that hold for everybody. */
  readonly id: number | null
  readonly role: string | null
  /** A model, all models of a package (`com.example.*`) or all but the service's own (`*`). */
  readonly model: string
  /** Search criteria that a record must meet; all records where null. */
  readonly condition: unknown
  /** The names of fields and relations; all where null. */
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
}

/**
 * Whether a rule is about a model, or about all that another rule's `model` means. The service's own models are never
 * meant by a wildcard: who may change rights is named.
 */
export function isAbout({ model }: Pick<Rule, 'model'>, modelName: string): boolean {
  if (model === modelName) return true
  if (isBuiltIn(modelName)) return false
  return model === '*' || (model.endsWith('.*') && modelName.startsWith(model.slice(0, -1)))
}
