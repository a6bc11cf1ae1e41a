import type { ExplainCall } from '../call/AccountCall.ts'
import { parseRuleCondition } from '../criteria/parseCondition.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { allowedFields, findFieldsFault } from '../permission/allowedFields.ts'
import { permit, writtenByActions } from '../permission/permit.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import { type Action, actions, isAbout, type Rule } from '../permission/Rule.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import { isReading, onlyReads } from '../session/readingKey.ts'
import { rightsOfUserStatement } from '../statement/authorization/rights.ts'
import { type RecordCheck, leavesOf, checkRecord, type Subject } from './checkRecord.ts'
import { hiddenFieldsOf } from './hiddenFields.ts'
import { loadVariables } from './loadVariables.ts'

/** What explaining needs. */
export interface ExplainServices {
  readonly database: Database
  readonly models: Models
  readonly rights: RightsCache
}

/** Explains whether a user may do something, and why: the rules that apply, and the result of each. */
export async function explain(call: ExplainCall, caller: Caller, services: ExplainServices): Promise<Envelope> {
  const own = services.rights.get(caller)
  const model = permit(call.model, actions, own)
  const subject = await findSubject(call.user, caller, own, services)
  const check = call.id === undefined ? undefined : await checkRecord(call.id, model, call.action, subject, services)
  const variables = await loadVariables(subject.userId, subject.rights, services)
  const applying = subject.rights.rules.filter((rule) => isAbout(rule, model.name) || subject.rights.isAdmin)
  return toEnvelope([
    {
      user: { id: subject.userId, username: subject.username },
      model: model.name,
      action: call.action,
      ...(call.id === undefined ? {} : { id: call.id }),
      ...evaluateRules(call, model, subject, check),
      ...(variables ? { variables } : {}),
      rules: applying.map((rule) => describeRule(rule, call.action, model, subject, check, services.models)),
      ...(subject.showsAll
        ? { hiddenFields: hiddenFieldsOf(model, subject.rights, services.models), broken: subject.rights.broken }
        : {}),
    },
  ])
}

/** Returns the user whom a question is about. Only an administrator may ask about another user. */
export async function findSubject(
  user: string | undefined,
  caller: Caller,
  own: Rights,
  { database, rights }: ExplainServices,
): Promise<Subject> {
  const { userId, username } = caller
  if (user === undefined)
    return { userId, username, rights: own, isDisabled: false, isReading: isReading(caller), showsAll: own.isAdmin }
  if (!own.isAdmin)
    throw new Failure('not-permitted', 'Only an administrator may ask about another user: omit the parameter user.')
  const [row] = await database.run(rightsOfUserStatement(user), 'read')
  if (!row) throw new Failure('record-not-found', 'There is no such user: give an id or a username.')
  const [id, name, admin, disabled, rules] = row
  return {
    userId: Number(id),
    username: name ?? '',
    rights: rights.get({ admin: admin === 't', rules: rules ?? '' }),
    isDisabled: disabled === 't',
    isReading: false,
    showsAll: true,
  }
}

/** Users who may not read a record do not learn whether it exists. */
function whyNotVisible(id: number | undefined, { exists }: RecordCheck, showsAll: boolean): string {
  return showsAll && exists
    ? 'The record exists, but no rule allows reading it: see the criteria of the rules.'
    : `There is no record with the id ${id} that may be read.`
}

function evaluateRules({ action, id }: ExplainCall, { name }: Model, subject: Subject, check: RecordCheck | undefined) {
  const { rights, isDisabled, showsAll } = subject
  if (isDisabled) return { allowed: false, why: 'The user is disabled, and cannot do anything.' }
  const model = rights.known.find(name)
  const allowances = model ? rights.of(model, action) : []
  if (rights.isAdmin && allowances.length > 0 && (check?.exists ?? true))
    return { allowed: true, why: 'An administrator may do everything.' }
  if (model && rights.isReserved(model, action)) return { allowed: false, why: writtenByActions(model, rights) }
  if (allowances.length === 0 && subject.isReading && action !== 'read') return { allowed: false, why: onlyReads }
  if (allowances.length === 0)
    return { allowed: false, why: `No rule allows the action ${action} on records of ${name}.` }
  if (!check) {
    const always = allowances.some(({ condition }) => condition === undefined)
    return always
      ? { allowed: true, why: 'A rule without a condition allows it.' }
      : { allowed: 'some', why: 'Rules allow it for the records that meet their conditions. Give an id to learn more.' }
  }
  if (!check.isVisible) return { allowed: false, why: whyNotVisible(id, check, showsAll) }
  const deciding = allowances.find(({ rule }) => check.met.get(rule))
  if (!deciding) return { allowed: false, why: 'The record does not meet the condition of any rule that allows it.' }
  return { allowed: true, why: `The ${nameOf(deciding.rule)} allows it.` }
}

/** A rule in a sentence. */
export function nameOf({ id, role }: Pick<Rule, 'id' | 'role'>): string {
  if (id !== null) return `rule ${id} of the role ${role}`
  return role === null ? 'rule that all users have' : 'right of an administrator'
}

function describeRule(
  rule: Rule,
  action: Action,
  model: Model,
  subject: Subject,
  check: RecordCheck | undefined,
  models: Models,
): object {
  const { id, role } = rule
  const clauses = check?.clauses.get(rule)?.map(({ criterion, met }) => ({ criterion, met }))
  const isShown = subject.showsAll || isReadable(rule, model, subject.rights)
  return {
    id,
    role,
    model: rule.model,
    allows: actions.filter((one) => rule[one]),
    ...(isShown ? { condition: rule.condition } : { conditional: true }),
    fields: fieldsIn(rule, model, action === 'read' ? 'read' : 'update', models),
    ...(check && (check.isVisible || subject.showsAll) ? { met: check.met.get(rule) ?? null } : {}),
    ...(clauses ? { clauses } : {}),
  }
}

/** The fields that a rule allows, without the names of those that it hides; null: all. */
function fieldsIn(rule: Rule, model: Model, action: Action, models: Models): readonly string[] | null {
  if (findFieldsFault(rule, model) !== undefined) return []
  const allowed = allowedFields(rule, model, action, [], models)
  return allowed ? [...allowed] : null
}

/** Whether the user could search by the same condition: it may name fields that the user must not know. */
function isReadable({ condition }: Rule, { name }: Model, { visibility }: Rights): boolean {
  const model = visibility.models.find(name)
  if (!model) return condition === null
  try {
    for (const leaf of leavesOf(condition)) parseRuleCondition(leaf, model, visibility.models)
    return true
  } catch (error) {
    if (error instanceof Failure || error instanceof TypeError) return false
    throw error
  }
}
