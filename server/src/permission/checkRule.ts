import { parseRuleCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../nearest.ts'
import { actions, isAbout, type Rule } from './Rule.ts'

/** What is wrong with a rule, by its fields: it must make sense for every model that it is about. */
export function checkRule(rule: Rule, models: Models): Map<string, string> {
  const faults = new Map<string, string>()
  const about = models.all.filter((model) => isAbout(rule, model.name))
  if (about.length === 0) faults.set('model', unknownModel(rule.model, models))
  if (!actions.some((action) => rule[action]))
    faults.set('read', `must be true, or one of ${actions.slice(1).join(', ')}`)
  for (const model of about) {
    noteCondition(rule, model, models, faults)
    noteFields(rule, 'readFields', model, faults)
    noteFields(rule, 'writeFields', model, faults)
  }
  return faults
}

function unknownModel(name: string, models: Models): string {
  const names = models.all.map((model) => model.name)
  return `must name a model, all models of a package (com.example.*) or all (*).${didYouMean(name, names)}`
}

function noteCondition({ condition }: Rule, model: Model, models: Models, faults: Map<string, string>): void {
  try {
    parseRuleCondition(condition, model, models)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    faults.set('condition', `does not fit ${model.name}: ${error.message}`)
  }
}

function noteFields(rule: Rule, member: 'readFields' | 'writeFields', model: Model, faults: Map<string, string>): void {
  const names: unknown = rule[member]
  if (names === null || names === undefined) return
  if (!Array.isArray(names)) {
    faults.set(member, 'must be an array of names of fields')
    return
  }
  const known = [...model.fields, ...model.relations].map(({ name }) => name)
  const unknown = names.find((name) => typeof name !== 'string' || !known.includes(name))
  if (unknown !== undefined)
    faults.set(
      member,
      `names "${String(unknown).slice(0, 100)}", which is no field of ${model.name}.${didYouMean(String(unknown), known)}`,
    )
}
