import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../failure.ts'
import { isBuiltIn } from '../../model/builtIn/names.ts'
import { isSecret } from '../../model/field/text.ts'
import type { Model } from '../../model/Model.ts'
import { type Allowance, isFree } from '../../permission/Allowance.ts'
import { readsOtherRecords, fieldsUsedBy } from '../../permission/analyzeCondition.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { deleteItself } from '../../permission/ownRules.ts'
import { notPermitted, notWithValues } from '../../permission/permit.ts'
import type { Rights } from '../../permission/Rights.ts'
import type { Action } from '../../permission/Rule.ts'
import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'
import {
  type RuleVerdict,
  evaluateRulesStatement,
  seenStatement,
  toRuleVerdict,
} from '../../statement/evaluateRules.ts'
import { lockRecordsStatement } from '../../statement/links.ts'
import { lockReadStatements } from '../../statement/lockRead.ts'
import { scopeOf } from '../../statement/part/ReadScope.ts'
import { toPlainRecord } from '../../versions/plainValues.ts'
import { recordNotFound } from '../require.ts'
import type { WriteTransaction } from './WriteTransaction.ts'

/**
 * Whether an action on records of a model takes care: rules that depend on the record are asked before and after it,
 * and what it shows of others is read when it is done, which takes a transaction. Whoever changes rights is watched as
 * well.
 */
export function needsRowChecks({ rights }: Authorization, model: Model, action: Action): boolean {
  const { visibility } = rights
  const mayShowOthers = action !== 'delete' && visibility.referencesDependOnOthers(model)
  return !isFree(rights.of(model, action)) || !visibility.isPlain(model) || mayShowOthers || isBuiltIn(model.name)
}

/**
 * What rules say about records that are to be written, as they are now. They stay as they are until the end of the
 * write transaction.
 */
export async function evaluateRules(
  model: Model,
  ids: readonly number[],
  action: Action,
  tx: WriteTransaction,
): Promise<Map<number, RuleVerdict>> {
  const { authorization, transaction, services } = tx
  const allowances = authorization.rights.of(model, action)
  await lockRead(model, ids, allowances, tx)
  const rows = await transaction.run(
    evaluateRulesStatement(model, ids, allowances, scopeOf(authorization, services.models)),
  )
  const verdict = rows.map(
    (row) => [Number(row[0]), toRuleVerdict(row, model, authorization.rights.visibility)] as const,
  )
  const itself = allowances.findIndex(({ rule }) => rule === deleteItself)
  if (itself === -1) return new Map(verdict)
  return new Map(verdict.map(([id, one]) => [id, id === authorization.credential?.id ? one : withoutHold(one, itself)]))
}

/**
 * Holds the other records that rules look at, where they look at any. First the records themselves: what they refer to
 * must not change any more. And before they are judged: a statement that had to wait for a lock sees other records as
 * they were.
 */
async function lockRead(
  model: Model,
  ids: readonly number[],
  allowances: readonly Allowance[],
  { authorization, transaction, services }: WriteTransaction,
): Promise<void> {
  const asked = [authorization.rights.visibility.rowsOf(model), ...allowances.map(({ condition }) => condition)]
  const further = asked.filter((condition) => condition !== undefined).filter(readsOtherRecords)
  if (further.length === 0 || ids.length === 0) return
  await transaction.run(lockRecordsStatement(model, ids))
  for (const statement of lockReadStatements(model, ids, further, scopeOf(authorization, services.models)))
    await transaction.run(statement)
}

/** The judgement without one of the allowances. */
function withoutHold(verdict: RuleVerdict, index: number): RuleVerdict {
  return { ...verdict, holds: verdict.holds.with(index, false) }
}

/** The record as it was found, or the failure of one that is not to be known, or not to be touched. */
export function requireVerdict(
  verdict: RuleVerdict | undefined,
  model: Model,
  id: number,
  action: Action,
): RuleVerdict {
  if (!verdict?.isSeen) throw recordNotFound(id)
  if (!verdict.holds.includes(true)) throw notPermitted(action, model)
  return verdict
}

/**
 * The change without the fields that stay as they are: to send back what one read is no change. What one could not read
 * is a change in any case, or the answer would tell whether a guess was right.
 */
export function withoutUnchanged(plan: UpdatePlan, { values, readable }: RuleVerdict): UpdatePlan {
  const before: Record<string, unknown> = JSON.parse(values)
  const yours = toPlainRecord(plan.fields, plan.values)
  const changed = plan.fields.flatMap((field, index) => {
    const isRead = !isSecret(field) && (readable?.has(field.name) ?? true)
    return isRead && isDeepStrictEqual(before[field.name] ?? null, yours[field.name] ?? null) ? [] : [index]
  })
  return {
    ...plan,
    fields: changed.flatMap((index) => plan.fields[index] ?? []),
    values: changed.map((index) => plan.values[index] ?? null),
  }
}

/**
 * Refuses a write unless rules that hold for the record allow all that is written: asked with the record as it was, so
 * that who may not write a field learns nothing by trying, and again with what became of it. A new record was not there
 * before.
 */
export function refuseExcess(
  plan: CreatePlan | UpdatePlan,
  sides: readonly (RuleVerdict | undefined)[],
  rights: Rights,
): void {
  const allowances = rights.of(plan.model, plan.operation)
  const holding = allowances.filter((_, index) => sides.every((side) => side?.holds[index] === true))
  const written = [
    ...(plan.operation === 'create' ? plan.given : plan.fields.map(({ name }) => name)),
    ...plan.relations.map(({ relation }) => relation.name),
  ]
  if (holding.length === 0) throw notWithThese(plan, written, allowances, rights)
  const excess = written.filter((name) => !holding.some(({ fields }) => fields?.has(name) ?? true))
  if (excess.length === 0) return
  throw new Failure('not-permitted', `You may not set ${excess.join(', ')} of this record: leave that out.`, {
    data: { fields: excess },
  })
}

/**
 * The values are not allowed, although the record could be written. Only what the caller wrote and may read is named:
 * that the rules ask for it they could find out by trying.
 */
function notWithThese(
  { operation, model }: CreatePlan | UpdatePlan,
  written: readonly string[],
  allowances: readonly Allowance[],
  { visibility }: Rights,
): Failure {
  const asked = allowances.flatMap(({ condition }) => (condition ? fieldsUsedBy(condition) : []))
  const seen = visibility.models.find(model.name)
  const known = [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  const names = written.filter((name) => asked.includes(name) && known.includes(name))
  return notWithValues(operation, model, names)
}

/**
 * Those of some records that are seen, and show the field. The others do not exist for who writes, and stay as they
 * are.
 */
export async function seenAmong(
  model: Model,
  ids: readonly number[],
  { authorization, transaction, services }: WriteTransaction,
  field?: string,
): Promise<Set<number>> {
  const { visibility } = authorization.rights
  const isShown = field === undefined || !visibility.rowsOfField(model, field)
  if (ids.length === 0 || (!visibility.rowsOf(model) && isShown)) return new Set(ids)
  const rows = await transaction.run(seenStatement(model, ids, scopeOf(authorization, services.models), field))
  return new Set(rows.map(([id]) => Number(id)))
}
