import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { withFollowers } from '../model/sourcesOf.ts'
import type { Action, Rule } from './Rule.ts'

/** Which fields and relations of a model a rule allows in an action. */
export interface FieldLimits {
  /** The only ones; null: all. */
  readonly only: readonly string[] | null
  /** Those that are excluded. */
  readonly without: ReadonlySet<string>
}

/**
 * Returns which fields and relations a rule allows to read or write. What is hidden is hidden with everything that
 * follows from it, and is not written either, unless the rule names it among those that may be written.
 */
export function fieldLimitsOf(rule: Rule, model: Model, action: Action, models: Models): FieldLimits {
  if (action === 'delete') return { only: null, without: new Set() }
  const hidden = hiddenBy(rule, model, models)
  if (action === 'read') return { only: rule.readFields, without: new Set(hidden.keys()) }
  return { only: rule.writeFields, without: new Set([...(rule.lockFields ?? []), ...hiddenFrom(rule, hidden)]) }
}

function hiddenFrom({ writeFields }: Rule, hidden: ReadonlyMap<string, string>): Iterable<string> {
  return writeFields === null ? hidden.keys() : []
}

/** Returns what a rule hides of a model, each member with the one that it follows from. */
export function hiddenBy({ hideFields }: Rule, model: Model, models: Models): ReadonlyMap<string, string> {
  return hideFields ? withFollowers(hideFields, model, (name) => models.find(name)) : new Map()
}

/** Returns the fields and relations that a rule allows; undefined: all. No rule includes closed fields. */
export function allowedFields(
  rule: Rule,
  model: Model,
  action: Action,
  closed: readonly string[],
  models: Models,
): ReadonlySet<string> | undefined {
  if (action === 'delete') return undefined
  const { only, without } = fieldLimitsOf(rule, model, action, models)
  if (closed.length === 0 && without.size === 0) return only === null ? undefined : new Set(only)
  const names = only ?? [...model.fields, ...model.relations].map(({ name }) => name)
  return new Set(names.filter((name) => !closed.includes(name) && !without.has(name)))
}

/** Returns what is wrong with the lists of fields of a stored rule for a model; undefined: nothing. */
export function findFieldsFault(rule: Rule, model: Model): string | undefined {
  const { readFields, writeFields, hideFields = null, lockFields = null } = rule
  if (![readFields, writeFields, hideFields, lockFields].every((names) => names === null || Array.isArray(names)))
    return 'readFields, writeFields, hideFields and lockFields must be arrays of names'
  if (hideFields && readFields) return bothLists('hideFields', 'readFields')
  if (lockFields && writeFields) return bothLists('lockFields', 'writeFields')
  // A field that was renamed would be shown, because its new name is not in the list.
  const unknown = [...(hideFields ?? []), ...(lockFields ?? [])].find((name) => !hasMember(model, name))
  return unknown === undefined ? undefined : `it names "${String(unknown).slice(0, 100)}", which is not a field`
}

/** The fault of a rule with both lists, of which one says more than the other. */
export function bothLists(one: 'hideFields' | 'lockFields', other: 'readFields' | 'writeFields'): string {
  return `a rule has ${one} or ${other}, not both`
}

function hasMember({ fields, relations }: Model, name: string): boolean {
  return [...fields, ...relations].some((member) => member.name === name)
}
