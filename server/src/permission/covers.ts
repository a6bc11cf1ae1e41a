import { isDeepStrictEqual } from 'node:util'
import { actions, isAbout, type Rule } from './Rule.ts'
import { userFieldsIn } from './userFields.ts'

/** Whether a field of the user means the same to who gives a rule and to who gets it. */
export type SameField = (name: string) => boolean

/**
 * Whether somebody with these rules may give away another one: all that it allows they are allowed themselves, under no
 * narrower condition. Conditions are compared as they are written: nobody works out whether one follows from another.
 * Where they ask for a field of the user, both users must have the same in it: `$user.region` is another condition in
 * another region.
 */
export function covers(held: readonly Rule[], given: Rule, isSame: SameField = () => true): boolean {
  return actions.every((action) => !given[action] || held.some((one) => one[action] && isAsWide(one, given, isSame)))
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
