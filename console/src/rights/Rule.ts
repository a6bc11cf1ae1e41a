import { isOwnModel, ruleModel } from '../meta/ownModels.ts'
import type { Action, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'

/** The actions of rules, in the order in which they are shown. */
export const actions = ['read', 'create', 'update', 'delete'] as const satisfies readonly Action[]

/** The fields of a rule that say what it allows. */
export const ruleFields = [
  'role',
  'model',
  ...actions,
  'condition',
  'readFields',
  'writeFields',
  'hideFields',
  'lockFields',
] as const

/** Whether a user sees all of the rules that they see: a rule without its condition would seem to allow more. */
export function seesRules(models: readonly ModelMeta[]): boolean {
  const model = models.find(({ name }) => name === ruleModel)
  if (!model || model.may.read === 'none') return false
  return ruleFields.every((name) => model.fields.find((field) => field.name === name)?.may?.read === 'all')
}

/** What a role may do with the records of a model. */
export interface Rule {
  readonly id: number
  readonly role: number
  /** A model, all of a package (`com.example.*`), or all but the service's own (`*`). */
  readonly model: string
  readonly allows: readonly Action[]
  /** Which records; null for all of them. */
  readonly condition: Json
  /** Which fields; null for all of them. */
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
  /** Which fields not: all others may be seen, or set; null if the rule has no such list. */
  readonly hideFields: readonly string[] | null
  readonly lockFields: readonly string[] | null
}

/** The record of a rule, as its parts are used. */
export function readRule(record: RecordJson): Rule {
  const { id, role, model, condition, readFields, writeFields, hideFields, lockFields } = record
  return {
    id,
    role: typeof role === 'object' && role !== null && 'id' in role ? Number(role.id) : 0,
    model: typeof model === 'string' ? model : '',
    allows: actions.filter((action) => record[action] === true),
    condition: condition ?? null,
    readFields: namesIn(readFields),
    writeFields: namesIn(writeFields),
    hideFields: namesIn(hideFields),
    lockFields: namesIn(lockFields),
  }
}

/** The names in a list of fields; null where there is none, which means all of them. */
export function namesIn(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) ? value.filter((name: Json) => typeof name === 'string') : null
}

/** The names in the text of a list, which is JSON; null where there is none. */
export function readNames(text: string): readonly string[] | null {
  try {
    return namesIn(JSON.parse(text) as Json)
  } catch {
    return null
  }
}

/** Whether a rule is about a model. A wildcard never includes the service's own models. */
export function isAbout(covered: string, name: string): boolean {
  if (covered === name) return true
  if (isOwnModel(name)) return false
  return covered === '*' || (covered.endsWith('.*') && name.startsWith(covered.slice(0, -1)))
}

/** The models that a rule is about. */
export function modelsOf({ model }: Pick<Rule, 'model'>, models: readonly ModelMeta[]): readonly ModelMeta[] {
  return models.filter(({ name }) => isAbout(model, name))
}

/** What a rule can be about: everything, all of a package, and each model. */
export function coverages(models: readonly ModelMeta[]): readonly string[] {
  const declared = models.filter(({ name }) => !isOwnModel(name)).map(({ name }) => name)
  const packages = new Set(declared.flatMap((name) => (name.includes('.') ? [name.replace(/[^.]+$/, '*')] : [])))
  return ['*', ...packages, ...models.map(({ name }) => name)]
}
