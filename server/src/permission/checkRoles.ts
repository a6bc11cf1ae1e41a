import type { Mistake } from '../model/checkModels.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { checkRule } from './checkRule.ts'

/** Returns the mistakes in declared roles: each rule must fit all models and actions that it applies to. */
export function checkRoles(
  roles: readonly DeclaredRole[],
  models: Models,
  actionNames: readonly string[] = [],
): Mistake[] {
  const fileByName = new Map<string, string>()
  return roles.flatMap((role) => {
    const { name, file } = role
    const earlier = fileByName.get(name)
    fileByName.set(name, file)
    const repeated = earlier === undefined ? [] : [`is declared in ${earlier} as well: keep one of the two`]
    return [...repeated, ...checkRules(role, models, actionNames)].map((message) => ({
      file,
      model: `role ${name}`,
      message,
    }))
  })
}

function checkRules({ name, rules }: DeclaredRole, models: Models, actionNames: readonly string[]): string[] {
  return rules.flatMap((rule, index) => {
    const faults = [...checkRule({ ...rule, id: null, role: name }, models, actionNames)]
    const earlier = rules.findIndex((other) => isSame(other, rule))
    const repeated =
      earlier < index ? [`rule ${index + 1} is the same as rule ${earlier + 1}: keep one of the two`] : []
    return [...faults.map(([member, fault]) => `rule ${index + 1}: ${member} ${fault}`), ...repeated]
  })
}

function isSame(one: DeclaredRule, other: DeclaredRule): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
