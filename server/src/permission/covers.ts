import { isDeepStrictEqual } from 'node:util'
import { actions, isAbout, type Rule } from './Rule.ts'

/**
 * Whether somebody with these rules may give away another one: all that it allows they are allowed themselves, under no
 * narrower condition. Conditions are compared as they are written: nobody works out whether one follows from another.
 */
export function covers(held: readonly Rule[], given: Rule): boolean {
  return actions.every((action) => !given[action] || held.some((one) => one[action] && isAsWide(one, given)))
}

function isAsWide(held: Rule, given: Rule): boolean {
  return (
    isAbout(held, given.model) &&
    (held.condition === null || isDeepStrictEqual(held.condition, given.condition)) &&
    hasAll(held.readFields, given.readFields) &&
    hasAll(held.writeFields, given.writeFields)
  )
}

function hasAll(held: readonly string[] | null, given: readonly string[] | null): boolean {
  return held === null || (Array.isArray(given) && given.every((name) => held.includes(name)))
}
