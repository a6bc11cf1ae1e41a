import type { Condition } from '../criteria/Condition.ts'
import { parseMemberCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { fieldsUsedBy } from './analyzeCondition.ts'
import { Rights } from './Rights.ts'
import type { Rule } from './Rule.ts'

/**
 * Parses criteria that limit what a user is shown. They may use only fields of the record itself that these rights
 * make readable in every record: what is shown would otherwise tell the value of a hidden field.
 */
export function parseLimit(criteria: unknown, model: Model, { visibility }: Rights): Condition {
  if (isBuiltIn(model.name)) throw refused(`is not possible for ${model.name}, a model of the service`)
  const seen = visibility.models.require(model.name)
  const condition = parseMemberCondition(criteria, seen, visibility.models)
  const partial = fieldsUsedBy(condition).find((name) => visibility.rowsOfField(model, name))
  if (partial !== undefined) throw refused(`must not use ${partial}, which is not readable in every record`)
  return condition
}

function refused(fault: string): Failure {
  return new Failure('invalid-parameter', `The condition ${fault}.`)
}

/** Returns the same rights to fewer records: those of some models must meet a condition, too. */
export function limitRights(
  rights: Rights,
  limits: ReadonlyMap<string, Condition>,
  models: Models,
  key: string,
): Rights {
  const rules = rights.isAdmin ? models.all.map(({ name }) => readingRule(name)) : rights.rules
  return new Rights(key, rules, false, models, [], limits)
}

function readingRule(model: string): Rule {
  const none = { id: null, role: null, condition: null, readFields: null, writeFields: null }
  return { ...none, model, read: true, create: false, update: false, delete: false }
}
