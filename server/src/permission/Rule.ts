import { isBuiltIn } from '../model/builtIn/names.ts'

/** The actions that rules allow on records. */
export const actions = ['read', 'create', 'update', 'delete'] as const
export type Action = (typeof actions)[number]

/**
 * A stored rule: what a role may do with the records of a model. Rules add up; without a rule nothing is allowed.
 */
export interface Rule extends Readonly<Record<Action, boolean>> {
  /** Whether actions of this name or package may be run. */
  readonly run?: boolean
  /** Null for the rules that all users have. */
  readonly id: number | null
  readonly role: string | null
  /** A model or an action, all of a package (`com.example.*`), or all but the service's own (`*`). */
  readonly model: string
  /** Search criteria that a record must meet; null: all records. */
  readonly condition: unknown
  /** The names of fields and relations; null: all. */
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
  /** All but these and what follows from them, instead of `readFields`. */
  readonly hideFields?: readonly string[] | null
  /** All but these, instead of `writeFields`. */
  readonly lockFields?: readonly string[] | null
  /** Only for records that are read by their ids: it is not a right to list. */
  readonly byId?: true
  /** Whether comments may be written; null: if records may be updated. */
  readonly comment?: boolean | null
  /** Whether what it lets read may be exported; null: yes. */
  readonly export?: boolean | null
}

/**
 * Whether a rule applies to a model or an action, or to everything that the `model` of another rule covers. A wildcard
 * never covers the service's own models: the right to change rights must name them.
 */
export function isAbout({ model }: Pick<Rule, 'model'>, modelName: string): boolean {
  if (model === modelName) return true
  if (isBuiltIn(modelName)) return false
  return model === '*' || (model.endsWith('.*') && modelName.startsWith(model.slice(0, -1)))
}
