import type { ExplainCall } from '../call/Call.ts'
import { parseRuleCondition } from '../criteria/parseCondition.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { permit } from '../permission/permit.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsBook } from '../permission/RightsBook.ts'
import { type Action, actions, isAbout, type Rule } from '../permission/Rule.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import { rightsOfUserStatement } from '../statement/part/rights.ts'
import { type Found, leavesOf, lookAt, type Subject } from './lookAt.ts'

interface ExplainServices {
  readonly database: Database
  readonly models: Models
  readonly rights: RightsBook
}

/** Says whether somebody may do something, and why: which rules were tried, and what each of them says. */
export async function explain(call: ExplainCall, caller: Caller, services: ExplainServices): Promise<Envelope> {
  const own = services.rights.find(caller)
  const model = permit(call.model, actions, own)
  const subject = await findSubject(call.user, caller, own, services)
  const found = call.id === undefined ? undefined : await lookAt(call.id, model, call.action, subject, services)
  const tried = subject.rights.rules.filter((rule) => isAbout(rule, model.name) || subject.rights.isAdmin)
  return toEnvelope([
    {
      user: { id: subject.userId, username: subject.username },
      model: model.name,
      action: call.action,
      ...(call.id === undefined ? {} : { id: call.id }),
      ...evaluateRules(call, model, subject, found),
      rules: tried.map((rule) => toShown(rule, call.action, model, subject, found)),
      ...(subject.isOpen ? { hiddenFields: hiddenIn(model, subject.rights), broken: subject.rights.broken } : {}),
    },
  ])
}

async function findSubject(
  user: string | undefined,
  { userId, username }: Caller,
  own: Rights,
  { database, rights }: ExplainServices,
): Promise<Subject> {
  if (user === undefined) return { userId, username, rights: own, isDisabled: false, isOpen: own.isAdmin }
  if (!own.isAdmin)
    throw new Failure('not-permitted', 'Only an administrator may ask for somebody else: leave the parameter user out.')
  const [row] = await database.run(rightsOfUserStatement(user), 'read')
  if (!row) throw new Failure('record-not-found', 'There is no such user: name one by id or username.')
  const [id, name, admin, disabled, rules] = row
  return {
    userId: Number(id),
    username: name ?? '',
    rights: rights.find({ admin: admin === 't', rules: rules ?? '' }),
    isDisabled: disabled === 't',
    isOpen: true,
  }
}

/** Who may not read a record is not told whether there is one. */
function whyUnseen(id: number | undefined, { isThere }: Found, isOpen: boolean): string {
  return isOpen && isThere
    ? 'There is such a record, but no rule allows to read it: see what its criteria say.'
    : `There is no record with the id ${id} that may be read.`
}

function evaluateRules({ action, id }: ExplainCall, { name }: Model, subject: Subject, found: Found | undefined) {
  const { rights, isDisabled, isOpen } = subject
  if (isDisabled) return { allowed: false, why: 'The user is disabled, and can do nothing.' }
  const model = rights.known.find(name)
  const allowances = model ? rights.of(model, action) : []
  if (rights.isAdmin && allowances.length > 0 && (found?.isThere ?? true))
    return { allowed: true, why: 'An administrator may do everything.' }
  if (allowances.length === 0) return { allowed: false, why: `No rule allows to ${action} records of ${name}.` }
  if (!found) {
    const always = allowances.some(({ condition }) => condition === undefined)
    return always
      ? { allowed: true, why: 'A rule without a condition allows it.' }
      : { allowed: 'some', why: 'Rules allow it for the records that meet their conditions: name one to know more.' }
  }
  if (!found.isSeen) return { allowed: false, why: whyUnseen(id, found, isOpen) }
  const deciding = allowances.find(({ rule }) => found.met.get(rule))
  if (!deciding) return { allowed: false, why: 'The record meets the condition of none of the rules that allow it.' }
  return { allowed: true, why: `The ${nameOf(deciding.rule)} allows it.` }
}

function nameOf({ id, role }: Rule): string {
  return id === null ? 'rule that holds for everybody' : `rule ${id} of the role ${role}`
}

function toShown(rule: Rule, action: Action, model: Model, subject: Subject, found: Found | undefined): object {
  const { id, role, readFields, writeFields } = rule
  const clauses = found?.clauses.get(rule)?.map(({ criterion, met }) => ({ criterion, met }))
  const isShown = subject.isOpen || isReadable(rule, model, subject.rights)
  return {
    id,
    role,
    model: rule.model,
    allows: actions.filter((one) => rule[one]),
    ...(isShown ? { condition: rule.condition } : { conditional: true }),
    fields: action === 'read' ? readFields : writeFields,
    ...(found && (found.isSeen || subject.isOpen) ? { met: found.met.get(rule) ?? null } : {}),
    ...(clauses ? { clauses } : {}),
  }
}

/** Whether somebody could ask for it themselves: a condition may name fields that they must not know of. */
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

/** Fields of which nothing, or not everything, is seen. */
function hiddenIn(model: Model, { visibility }: Rights): { never: string[]; sometimes: string[] } {
  const seen = visibility.models.find(model.name)
  const names = [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  const all = [...model.fields, ...model.relations].map(({ name }) => name)
  const partial = visibility.partialFieldsOf(model)
  return {
    never: all.filter((name) => !names.includes(name)),
    sometimes: names.filter((name) => partial.has(name)),
  }
}
