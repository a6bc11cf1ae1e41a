import type { UserVariable } from '../criteria/Condition.ts'
import { recordVariables, userVariables } from '../criteria/parseVariable.ts'
import type { Models } from '../model/Models.ts'
import type { Rule } from './Rule.ts'

/**
 * Returns the fields of the user that conditions of rules use, such as `region` of `$user.region` or
 * `person.department` of `$user.person.department`. The id is not included: it is different for every user.
 */
export function userFieldsIn(rules: readonly Pick<Rule, 'condition'>[]): Set<string> {
  const names = new Set<string>()
  for (const { condition } of rules) addFields(condition, names)
  names.delete('id')
  return names
}

/** The same with their variables, without names that are not fields of the user: a rule with one has no effect. */
export function knownUserFields(rules: readonly Rule[], models: Models): ReadonlyMap<string, UserVariable> {
  const found = [...userFieldsIn(rules)].map((path) => [path, findUserVariable(path, models)] as const)
  return new Map(found.flatMap(([path, variable]) => (variable ? [[path, variable] as const] : [])))
}

/** Returns the field that a variable of the user names, with the reference that leads to it, if there is one. */
function findUserVariable(path: string, models: Models): UserVariable | undefined {
  const [name, member] = path.split('.')
  const first = userVariables(models).find((field) => field.name === name)
  if (!first || member === undefined) return first && { variable: 'user', field: first }
  if (first.type !== 'reference') return undefined
  const field = recordVariables(models.get(first.target)).find((one) => one.name === member)
  return field && { variable: 'user', through: first, field }
}

/** Whether rules use a field of a record that the user refers to, which changes without the user. */
export function usesOtherRecords(rules: readonly Pick<Rule, 'condition'>[]): boolean {
  return [...userFieldsIn(rules)].some((path) => path.includes('.'))
}

/** Any text in the criteria may be a variable. An extra name is harmless, a missing one is not. */
function addFields(criteria: unknown, names: Set<string>): void {
  const name = typeof criteria === 'string' ? /^\$user\.(\w+(?:\.\w+)?)$/.exec(criteria)?.[1] : undefined
  if (name !== undefined) names.add(name)
  if (typeof criteria === 'object' && criteria !== null)
    for (const part of Object.values(criteria)) addFields(part, names)
}
