import type { Mistake } from '../model/checkModels.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { checkRule } from './checkRule.ts'

/** What is wrong with declared roles, seen together with the models: each rule must fit all models that it is about. */
export function checkRoles(roles: readonly DeclaredRole[], models: Models): Mistake[] {
  const owners = new Map<string, string>()
  return roles.flatMap((role) => {
    const { name, file } = role
    const owner = owners.get(name)
    owners.set(name, file)
    const twice = owner === undefined ? [] : [`is declared in ${owner} as well: keep one of the two`]
    return [...twice, ...checkRules(role, models)].map((message) => ({ file, model: `role ${name}`, message }))
  })
}

function checkRules({ name, rules }: DeclaredRole, models: Models): string[] {
  return rules.flatMap((rule, index) => {
    const faults = [...checkRule({ ...rule, id: null, role: name }, models)]
    const earlier = rules.findIndex((other) => isSame(other, rule))
    const repeated =
      earlier < index ? [`rule ${index + 1} is the same as rule ${earlier + 1}: keep one of the two`] : []
    return [...faults.map(([member, fault]) => `rule ${index + 1}: ${member} ${fault}`), ...repeated]
  })
}

function isSame(one: DeclaredRule, other: DeclaredRule): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
