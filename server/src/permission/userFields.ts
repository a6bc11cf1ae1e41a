import { userVariables } from '../criteria/parseVariable.ts'
import type { Models } from '../model/Models.ts'
import type { Rule } from './Rule.ts'

/**
 * Returns the fields of the user that conditions of rules use, such as `$user.region`. The id is not included: it is
 * different for every user.
 */
export function userFieldsIn(rules: readonly Pick<Rule, 'condition'>[]): Set<string> {
  const names = new Set<string>()
  for (const { condition } of rules) addFields(condition, names)
  names.delete('id')
  return names
}

/** The same without names that are not fields of the user: a rule that uses one of these has no effect. */
export function knownUserFields(rules: readonly Rule[], models: Models): string[] {
  const used = userFieldsIn(rules)
  return userVariables(models).flatMap(({ name }) => (used.has(name) ? [name] : []))
}

/** Any text in the criteria may be a variable. An extra name is harmless, a missing one is not. */
function addFields(criteria: unknown, names: Set<string>): void {
  const name = typeof criteria === 'string' ? /^\$user\.(\w+)$/.exec(criteria)?.[1] : undefined
  if (name !== undefined) names.add(name)
  if (typeof criteria === 'object' && criteria !== null)
    for (const part of Object.values(criteria)) addFields(part, names)
}
