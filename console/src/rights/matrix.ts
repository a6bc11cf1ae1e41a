import { type Action, type Extent, isRelation, type ModelMeta } from '../meta/ModelMeta.ts'
import { actions, isAbout, type Rule } from './Rule.ts'

/** With how many records of a model a role may do each thing. */
export type Extents = Readonly<Record<Action, Extent>>

/**
 * What rules allow for the records of a model. `all` means all records with all their fields: whatever a condition or a
 * list of fields limits is `some`.
 */
export function extentsOf(rules: readonly Rule[], model: string): Extents {
  const about = rules.filter((rule) => isAbout(rule.model, model))
  const entries = actions.map((action) => [action, extentOf(about, action)] as const)
  return Object.fromEntries(entries) as Record<Action, Extent>
}

function extentOf(rules: readonly Rule[], action: Action): Extent {
  const allowing = rules.filter(({ allows }) => allows.includes(action))
  if (allowing.length === 0) return 'none'
  return allowing.some((rule) => rule.condition === null && !limitsFields(rule, action)) ? 'all' : 'some'
}

/** Whether a rule leaves fields out in an action. A delete has none. What is hidden is not set either. */
export function limitsFields({ readFields, writeFields, hideFields, lockFields }: Rule, action: Action): boolean {
  if (action === 'delete') return false
  return (action === 'read' ? [readFields, hideFields] : [writeFields, lockFields, hideFields]).some(Boolean)
}

/**
 * What a user may do with the records of a model, from what the service describes to them: `all` means all its fields
 * as well, but for members, which are other records. `whole` is the model as administrators know it.
 */
export function describedExtent(described: ModelMeta | undefined, whole: ModelMeta, action: Action): Extent {
  const extent = described?.may[action] ?? 'none'
  if (extent !== 'all' || action === 'delete') return extent
  const fields = whole.fields.filter((field) => !isRelation(field) && field.may?.[action] !== 'none')
  const isWhole = fields.every(
    ({ name }) => described?.fields.find((field) => field.name === name)?.may?.[action] === 'all',
  )
  return isWhole ? 'all' : 'some'
}

/** The rules of each role. */
export function rulesByRole(rules: readonly Rule[]): ReadonlyMap<number, readonly Rule[]> {
  return Map.groupBy(rules, ({ role }) => role)
}

/** The models in which somebody may do something, in their order: the others make a table long and say nothing. */
export function modelsWithRules(models: readonly ModelMeta[], rules: readonly Rule[]): readonly ModelMeta[] {
  return models.filter(({ name }) => rules.some(({ model }) => isAbout(model, name)))
}
