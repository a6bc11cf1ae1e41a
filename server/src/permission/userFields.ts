import { userVariables } from '../criteria/parseVariable.ts'
import type { Models } from '../model/Models.ts'
import type { Rule } from './Rule.ts'

/**
 * The fields of the user that conditions of rules ask for: `$user.region`. The id is left out: every user has another
 * one.
 */
export function userFieldsIn(rules: readonly Pick<Rule, 'condition'>[]): Set<string> {
  const names = new Set<string>()
  for (const { condition } of rules) noteFields(condition, names)
  names.delete('id')
  return names
}

/** The same without names that users have no field for: a rule that asks for one of these holds nowhere. */
export function knownUserFields(rules: readonly Rule[], models: Models): string[] {
  const asked = userFieldsIn(rules)
  return userVariables(models).flatMap(({ name }) => (asked.has(name) ? [name] : []))
}

/** Any text of the criteria may be a variable: one name too many is no danger, one too few is. */
function noteFields(criteria: unknown, names: Set<string>): void {
  const name = typeof criteria === 'string' ? /^\$user\.(\w+)$/.exec(criteria)?.[1] : undefined
  if (name !== undefined) names.add(name)
  if (typeof criteria === 'object' && criteria !== null)
    for (const part of Object.values(criteria)) noteFields(part, names)
}
