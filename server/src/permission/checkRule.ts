import { parseRuleCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { bothLists } from './allowedFields.ts'
import { actions, isAbout, type Rule } from './Rule.ts'

/**
 * Returns the faults of a rule by its fields. A rule must fit every model that it applies to. `actionNames` are the
 * names of the declared actions.
 */
export function checkRule(rule: Rule, models: Models, actionNames: readonly string[]): Map<string, string> {
  const faults = new Map<string, string>()
  const about = models.all.filter((model) => isAbout(rule, model.name))
  const allowsRecords = actions.some((action) => rule[action])
  const runs = rule.run === true && actionNames.some((name) => isAbout(rule, name))
  if (about.length === 0 && !runs) faults.set('model', unknownModel(rule.model, models, actionNames))
  if (about.length === 0 && runs && allowsRecords)
    faults.set('read', 'must be false, as create, update and delete: an action can only be run')
  if (!allowsRecords && rule.run !== true)
    faults.set('read', `must be true, or one of ${[...actions.slice(1), 'run'].join(', ')}`)
  if (rule.run === true && !runs && about.length > 0)
    faults.set('run', 'must be false: there is no action of this name or package')
  for (const model of about) {
    checkCondition(rule, model, models, faults)
    for (const list of ['readFields', 'writeFields', 'hideFields', 'lockFields'] as const)
      checkFields(rule, list, model, faults)
  }
  if (rule.hideFields && rule.readFields)
    faults.set('hideFields', `is too much: ${bothLists('hideFields', 'readFields')}`)
  if (rule.lockFields && rule.writeFields)
    faults.set('lockFields', `is too much: ${bothLists('lockFields', 'writeFields')}`)
  return faults
}

function unknownModel(name: string, models: Models, actionNames: readonly string[]): string {
  const names = [...models.all.map((model) => model.name), ...actionNames]
  return `must name a model or an action, all of a package (com.example.*) or all (*).${didYouMean(name, names)}`
}

function checkCondition({ condition }: Rule, model: Model, models: Models, faults: Map<string, string>): void {
  try {
    parseRuleCondition(condition, model, models)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    faults.set('condition', `does not fit ${model.name}: ${error.message}`)
  }
}

function checkFields(
  rule: Rule,
  member: 'readFields' | 'writeFields' | 'hideFields' | 'lockFields',
  model: Model,
  faults: Map<string, string>,
): void {
  const names: unknown = rule[member]
  if (names === null || names === undefined) return
  if (!Array.isArray(names)) {
    faults.set(member, 'must be an array of names of fields')
    return
  }
  const known = [...model.fields, ...model.relations].map(({ name }) => name)
  const unknown = names.find((name) => typeof name !== 'string' || !known.includes(name))
  if (unknown !== undefined) faults.set(member, unknownField(String(unknown), model, known))
}

function unknownField(name: string, model: Model, known: readonly string[]): string {
  return `names "${name.slice(0, 100)}", which is not a field of ${model.name}.${didYouMean(name, known)}`
}
