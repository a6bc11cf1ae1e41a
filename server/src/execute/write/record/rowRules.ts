import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../../failure/failure.ts'
import { isBuiltIn } from '../../../model/builtIn/names.ts'
import { isSecret } from '../../../model/field/text.ts'
import type { Field } from '../../../model/field/Field.ts'
import { isAuthor } from '../../../model/field/reference.ts'
import { fieldsOfLogic, type Model } from '../../../model/Model.ts'
import { type Allowance, isFree } from '../../../permission/Allowance.ts'
import { readsOtherRecords, fieldsUsedBy } from '../../../permission/analyzeCondition.ts'
import type { Authorization } from '../../../permission/Authorization.ts'
import { deleteItself } from '../../../permission/ownRules.ts'
import { notPermitted, notThisRecord, notWithValues } from '../../../permission/permit.ts'
import type { Rights } from '../../../permission/Rights.ts'
import type { Action } from '../../../permission/Rule.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import {
  type RuleVerdict,
  evaluateRulesStatement,
  seenStatement,
  toRuleVerdict,
} from '../../../statement/evaluateRules.ts'
import { lockUpdatedStatement } from '../../../statement/links.ts'
import { lockReadStatements } from '../../../statement/lockRead.ts'
import { scopeOf } from '../../../statement/condition/ReadScope.ts'
import { toPlainRecord } from '../../../versions/plainValues.ts'
import { recordNotFound } from '../../requireRecord.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Whether an action on records of a model needs a transaction with checks: rules that depend on the record are
 * evaluated before and after the write, and what the answer shows of other records is read at the end. Built-in models
 * always need it, since they hold the rights.
 */
export function needsRowChecks({ rights }: Authorization, model: Model, action: Action): boolean {
  const { visibility } = rights
  const mayShowOthers = action !== 'delete' && visibility.referencesDependOnOthers(model)
  return !isFree(rights.of(model, action)) || !visibility.isPlain(model) || mayShowOthers || isBuiltIn(model.name)
}

/** Evaluates the caller's rules for the current state of records, which stay locked until the transaction ends. */
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
    evaluateRulesStatement(model, ids, allowances, scopeOf(authorization, services.models), action),
  )
  const verdicts = rows.map(
    (row) => [Number(row[0]), toRuleVerdict(row, model, authorization.rights.visibility)] as const,
  )
  const itself = allowances.findIndex(({ rule }) => rule === deleteItself)
  if (itself === -1) return new Map(verdicts)
  return new Map(
    verdicts.map(([id, one]) => [id, id === authorization.credential?.id ? one : withoutAllowance(one, itself)]),
  )
}

/**
 * Locks the other records that the rules read, if any. Locks the written records first, so that their references do not
 * change. This happens before the rules are evaluated: a statement that waited for a lock sees other records as they
 * were before.
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
  await transaction.run(lockUpdatedStatement(model, ids))
  for (const statement of lockReadStatements(model, ids, further, scopeOf(authorization, services.models)))
    await transaction.run(statement)
}

/** Returns the verdict without one of the allowances. */
function withoutAllowance(verdict: RuleVerdict, index: number): RuleVerdict {
  return { ...verdict, holds: verdict.holds.with(index, false) }
}

/** Returns the verdict. Fails if the caller does not see the record, or may not do the action. */
export function requireVerdict(
  verdict: RuleVerdict | undefined,
  model: Model,
  id: number,
  action: Action,
  rights: Rights,
): RuleVerdict {
  if (!verdict?.isSeen) throw recordNotFound(id)
  if (verdict.holds.length === 0) throw notPermitted(action, model, rights)
  if (!verdict.holds.includes(true)) throw notThisRecord(action, model, id)
  return verdict
}

/**
 * Removes fields whose value does not change: sending back what was read is not a change. A field that the caller may
 * not read always counts as changed; otherwise the answer would reveal whether a guessed value is right.
 */
export function withoutUnchanged(plan: UpdatePlan, { values, readable }: RuleVerdict): UpdatePlan {
  const before: Record<string, unknown> = JSON.parse(values)
  const yours = toPlainRecord(plan)
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
 * Rejects a write unless rules that hold for the record allow all its fields. Both states of the record count: the one
 * before the write, so that callers who may not write a field learn nothing by trying, and the one after it. A new
 * record has only the second.
 */
export function refuseExcess(
  plan: CreatePlan | UpdatePlan,
  sides: readonly (RuleVerdict | undefined)[],
  rights: Rights,
): void {
  const allowances = rights.of(plan.model, plan.operation)
  if (allowances.length === 0) throw notPermitted(plan.operation, plan.model, rights)
  const holding = allowances.filter((_, index) => sides.every((side) => side?.holds[index] === true))
  // Who archived a record follows from when it was archived.
  const isSet = (field: Field) => !isAuthor(field)
  const written = [
    ...(plan.operation === 'create' ? plan.given : plan.fields.filter(isSet).map(({ name }) => name)),
    ...plan.relations.map(({ relation }) => relation.name),
  ]
  if (holding.length === 0) throw valuesNotPermitted(plan, written, allowances, rights)
  const excess = written.filter((name) => !holding.some(({ fields }) => fields?.has(name) ?? true))
  if (excess.length === 0) return
  const reserved = excess.filter((name) => fieldsOfLogic(plan.model).includes(name))
  const why = reserved.length === 0 ? '' : ` Actions write ${reserved.join(', ')}: GET /ws/meta/actions lists them.`
  throw new Failure('not-permitted', `You may not set ${excess.join(', ')} of this record: leave that out.${why}`, {
    data: { fields: excess },
  })
}

/**
 * Makes the failure of values that no rule allows. Names only fields that the caller wrote and may read: the caller
 * could find out by trying that the rules depend on them.
 */
function valuesNotPermitted(
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

/** What reads something for a caller. */
export type ReadSteps = Pick<WriteTransaction, 'authorization' | 'services' | 'transaction'>

/** Which records are meant of those that the caller sees. */
interface SeenOptions {
  /** Those of which the caller sees this field, too. */
  readonly field?: string
  /** Those that are not archived. */
  readonly inLists?: boolean
}

/**
 * Returns the ids of records that the caller sees. The other records do not exist for the caller, and are not changed.
 */
export async function visibleAmong(
  model: Model,
  ids: readonly number[],
  { authorization, transaction, services }: ReadSteps,
  { field, inLists = false }: SeenOptions = {},
): Promise<Set<number>> {
  const { visibility } = authorization.rights
  const isShown = field === undefined || !visibility.rowsOfField(model, field)
  const isListed = !inLists || !model.archive
  if (ids.length === 0 || (!visibility.rowsOf(model) && isShown && isListed)) return new Set(ids)
  const scope = scopeOf(authorization, services.models)
  const rows = await transaction.run(seenStatement(model, ids, scope, field, inLists))
  return new Set(rows.map(([id]) => Number(id)))
}
