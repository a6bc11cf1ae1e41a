import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf, tableOf } from '../../model/names.ts'
import type { DeclaredRole, DeclaredRule } from '../../model/role.ts'
import { hiddenBy } from '../../permission/allowedFields.ts'
import { isAbout } from '../../permission/Rule.ts'
import type { Step } from '../../schema/Step.ts'

/**
 * Adds to the steps that create a field which roles can read it from then on. A role that names the fields that it
 * hides shows every new one, so whoever adds a field should read that here.
 */
export function noteReaders(steps: readonly Step[], models: Models, roles: readonly DeclaredRole[]): Step[] {
  return steps.map((step) => {
    const notes = findReaders(step, models, roles)
    return notes.length === 0 ? step : { ...step, notes: [...(step.notes ?? []), ...notes] }
  })
}

function findReaders({ creates }: Step, models: Models, roles: readonly DeclaredRole[]): string[] {
  if (creates?.column === undefined) return []
  const model = models.all.find(({ name, was }) => [name, was ?? name].map(tableOf).includes(creates.table))
  const field = model?.fields.find(({ name }) => columnOf(name) === creates.column)
  if (!model || !field) return []
  const reading = roles.filter(({ rules }) => rules.some((rule) => shows(rule, field.name, model, models)))
  return reading.map((role) => `${role.name} can now read ${model.name}.${field.name}`)
}

function shows(rule: DeclaredRule, field: string, model: Model, models: Models): boolean {
  const { read, hideFields } = rule
  if (!read || !hideFields || !isAbout(rule, model.name)) return false
  return !hiddenBy({ ...rule, id: null, role: null }, model, models).has(field)
}
