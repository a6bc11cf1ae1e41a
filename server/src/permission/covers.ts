import { isDeepStrictEqual } from 'node:util'
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
export function covers(held: readonly Rule[], given: Rule, isSame: SameField = () => true): boolean {
  const may = (isAllowed: (rule: Rule) => boolean) =>
    !isAllowed(given) || held.some((one) => isAllowed(one) && isAsWide(one, given, isSame))
  return actions.every((action) => may((rule) => rule[action])) && may(({ run }) => run === true)
}

function isAsWide(held: Rule, given: Rule, isSame: SameField): boolean {
  return (
    isAbout(held, given.model) &&
    (held.condition === null || isSameCondition(held, given, isSame)) &&
    hasAll(held.readFields, given.readFields) &&
    hasAll(held.writeFields, given.writeFields)
  )
}

function isSameCondition(held: Rule, given: Rule, isSame: SameField): boolean {
  return isDeepStrictEqual(held.condition, given.condition) && [...userFieldsIn([given])].every(isSame)
}

function hasAll(held: readonly string[] | null, given: readonly string[] | null): boolean {
  return held === null || (Array.isArray(given) && given.every((name) => held.includes(name)))
}
