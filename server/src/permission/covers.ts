import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { allowedFields, fieldLimitsOf, findFieldsFault } from './allowedFields.ts'
import { actions, isAbout, type Rule } from './Rule.ts'
import { userFieldsIn } from './userFields.ts'

/** Whether a field of the user has the same value for the user who grants a rule and for the one who gets it. */
export type SameField = (name: string) => boolean

/**
 * Whether a user with these rules may grant another rule: everything that it allows must be allowed to the user, under
 * the same condition or none. Conditions are compared as they are written, without working out whether one implies
 * another. If a condition uses a field of the user, both users must have the same value in it: `$user.region` is a
 * different condition in a different region.
 */
export function covers(held: readonly Rule[], given: Rule, models: Models, isSame: SameField = () => true): boolean {
  const may = (isAllowed: (rule: Rule) => boolean) =>
    !isAllowed(given) || held.some((one) => isAllowed(one) && isAsWide(one, given, models, isSame))
  const isAllowed = actions.every((action) => may((rule) => rule[action]))
  const mayExport = may(({ read, export: own }) => read && (own ?? true))
  return isAllowed && mayExport && may(({ run }) => run === true) && may(({ comment, update }) => comment ?? update)
}

function isAsWide(held: Rule, given: Rule, models: Models, isSame: SameField): boolean {
  return (
    isAbout(held, given.model) &&
    (held.condition === null || isSameCondition(held, given, isSame)) &&
    hasAll(held.readFields, given.readFields) &&
    hasAll(held.writeFields, given.writeFields) &&
    showsAll(held, given, models)
  )
}

function isSameCondition(held: Rule, given: Rule, isSame: SameField): boolean {
  return isDeepStrictEqual(held.condition, given.condition) && [...userFieldsIn([given])].every(isSame)
}

function hasAll(held: readonly string[] | null, given: readonly string[] | null): boolean {
  return held === null || (Array.isArray(given) && given.every((name) => held.includes(name)))
}

/** Whether nothing that a rule hides or locks is allowed by the given one, also not what follows from it. */
function showsAll(held: Rule, given: Rule, models: Models): boolean {
  if (!held.hideFields && !held.lockFields) return true
  const about = models.all.filter(({ name }) => isAbout(given, name))
  return about.length > 0 && about.every((model) => isWithin(held, given, model, models))
}

function isWithin(held: Rule, given: Rule, model: Model, models: Models): boolean {
  if (findFieldsFault(held, model) !== undefined || findFieldsFault(given, model) !== undefined) return false
  const written = given.create || given.update
  const limited = [...(given.read ? ['read' as const] : []), ...(written ? ['update' as const] : [])]
  return limited.every((action) => {
    const allowed = allowedFields(given, model, action, [], models)
    const { without } = fieldLimitsOf(held, model, action, models)
    return [...without].every((name) => allowed !== undefined && !allowed.has(name))
  })
}
