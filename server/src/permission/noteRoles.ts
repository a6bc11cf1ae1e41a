import type { Mistake } from '../model/checkModels.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { sourcesOf } from '../model/sourcesOf.ts'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { isAbout } from './Rule.ts'

/**
 * Returns what is allowed in roles and may not be meant: `readFields` that name a computed field, but not the fields
 * that it follows from.
 */
export function noteRoles(roles: readonly DeclaredRole[], models: Models): Mistake[] {
  return roles.flatMap(({ file, name, rules }) =>
    rules.flatMap((rule, index) =>
      noteRule(rule, rules, models).map((note) => ({
        file,
        model: `role ${name}`,
        message: `rule ${index + 1}: ${note}`,
      })),
    ),
  )
}

function noteRule(rule: DeclaredRule, rules: readonly DeclaredRule[], models: Models): string[] {
  const named = rule.read ? (rule.readFields ?? []) : []
  if (named.length === 0) return []
  return models.all
    .filter((model) => isAbout(rule, model.name))
    .flatMap((model) => {
      const reading = rules.filter((other) => other.read && isAbout(other, model.name))
      const shown = (name: string) => reading.some(({ readFields }) => readFields?.includes(name) ?? true)
      return named.flatMap((name) => noteField(name, shown, model, models))
    })
}

function noteField(name: string, isShown: (name: string) => boolean, model: Model, models: Models): string[] {
  const field = model.fields.find((one) => one.name === name)
  const sources = field ? sourcesOf(field, model, (target) => models.find(target)) : []
  const hidden = sources.find((source) => source.model === model.name && !isShown(source.name))
  if (!hidden) return []
  return [
    `readFields shows ${name}, which follows from ${hidden.name}, and the role does not show that: ` +
      `write hideFields: ['${hidden.name}'] to hide both`,
  ]
}
