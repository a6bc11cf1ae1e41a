import { parseRuleCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../nearest.ts'
import { actions, isAbout, type Rule } from './Rule.ts'

/** Returns the faults of a rule by its fields. A rule must fit every model that it applies to. */
export function checkRule(rule: Rule, models: Models): Map<string, string> {
  const faults = new Map<string, string>()
  const about = models.all.filter((model) => isAbout(rule, model.name))
  if (about.length === 0) faults.set('model', unknownModel(rule.model, models))
  if (!actions.some((action) => rule[action]))
    faults.set('read', `must be true, or one of ${actions.slice(1).join(', ')}`)
  for (const model of about) {
    checkCondition(rule, model, models, faults)
    checkFields(rule, 'readFields', model, faults)
    checkFields(rule, 'writeFields', model, faults)
  }
  return faults
}

function unknownModel(name: string, models: Models): string {
  const names = models.all.map((model) => model.name)
  return `must name a model, all models of a package (com.example.*) or all (*).${didYouMean(name, names)}`
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
  member: 'readFields' | 'writeFields',
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
