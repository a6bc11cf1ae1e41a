import type { Envelope } from '../envelope/Envelope.ts'
import { Failure, withFirstIndex, withIndex } from '../failure/failure.ts'
import { requireAt, requireValue } from '../failure/invariant.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { withCreatedIds } from '../plan/namedRecords.ts'
import type { TransactionPlan, TransactionStep } from '../plan/transaction.ts'
import { tellAll } from './diagnosis/Diagnosis.ts'
import { findTransactionRefusal } from './diagnosis/findTransactionRefusal.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { type WriteResult, withExtraMembers, withoutKey, writeInTransaction } from './inTransaction.ts'
import { groupSteps, type StepGroup } from './write/groupSteps.ts'
import { lockSteps } from './write/lock/lockSteps.ts'
import { mergeSteps } from './write/merge/mergeSteps.ts'
import { showAll, withoutAnswer } from './write/record/showRecords.ts'
import type { WriteItem } from './write/record/WriteItem.ts'
import type { WriteTransaction, WrittenRecord } from './write/WriteTransaction.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** Writes records of several models, all of them or none. If it is refused, the failure has all that is wrong. */
export function transactModels(plan: TransactionPlan, services: ExecutionServices): Promise<Envelope> {
  const { context, steps } = plan
  const { authorization } = context
  const plans = steps.flatMap(({ plan: own }) => (own.operation === 'delete' ? [] : [own]))
  const work = () =>
    writeInTransaction(plans, { ...context, changeSet: 'transaction' }, services, (tx) => run(plan, tx))
  const readAgain = async (id: number, index: number) => {
    const { operation, model } = requireAt(steps, index).plan
    return operation === 'delete' ? undefined : services.run.read({ operation: 'read', model, authorization, id })
  }
  return services.idempotency
    .guard(context, work, readAgain)
    .catch((error: unknown) =>
      tellAll(withEscalationIndex(withFirstIndex(error), steps), () => findTransactionRefusal(plan, services)),
    )
}

/** A written record and its operation. */
interface Outcome {
  readonly item: WriteItem
  readonly record: WrittenRecord
}

async function run({ steps: sent, context }: TransactionPlan, tx: WriteTransaction): Promise<WriteResult> {
  await lockSteps(sent, tx)
  const { steps, extraMembers } = await mergeSteps(sent, tx)
  const written = new Map<number, Outcome>()
  const ids = new Map<number, number>()
  const groups = groupSteps(steps)
  for (const group of groups)
    try {
      await runGroup(group, context, { tx, ids, written, isAlone: groups.length === 1 })
    } catch (error) {
      throw withGroupIndex(error, group)
    }
  const shown = await showOutcomes([...written.values()], groups.length === 1, tx)
  const texts = steps.map(({ index, plan: own }) => {
    if (own.operation === 'delete') return JSON.stringify({ id: own.id, version: own.version + 1 })
    const json = requireValue(shown.get(index), 'A written record')
    return context.dryRun ? withoutNewIds(json, own, tx.writtenRecords) : json
  })
  return withExtraMembers({ data: texts.join() }, extraMembers)
}

interface Progress {
  readonly tx: WriteTransaction
  /** The ids of new records, by operation. */
  readonly ids: Map<number, number>
  readonly written: Map<number, Outcome>
  /** Whether there is only this group: then the statements that write show the records. */
  readonly isAlone: boolean
}

async function runGroup(group: StepGroup, context: TransactionPlan['context'], progress: Progress): Promise<void> {
  const { tx, ids, written, isAlone } = progress
  const deletes = group.flatMap(({ plan: { operation, ...plan }, index }) =>
    operation === 'delete' && 'version' in plan ? [{ id: plan.id, version: plan.version, path: `${index}.` }] : [],
  )
  if (deletes.length > 0) return tx.remove(group[0].plan.model, deletes, withoutKey(context))
  const items = group.flatMap((step) => toItem(step, ids))
  const records = await tx.write(isAlone ? items : items.map(withoutAnswer))
  for (const [index, step] of group.entries()) {
    const record = requireAt(records, index)
    ids.set(step.index, record.id)
    written.set(step.index, { item: requireAt(items, index), record })
  }
}

function toItem({ plan, index }: TransactionStep, ids: ReadonlyMap<number, number>): WriteItem[] {
  return plan.operation === 'delete' ? [] : [{ plan: withCreatedIds(plan, ids), path: `${index}.` }]
}

/** The records as they are at the end, by operation: later operations may have changed what they show. */
async function showOutcomes(
  outcomes: readonly Outcome[],
  areShown: boolean,
  tx: WriteTransaction,
): Promise<Map<number, string>> {
  const items = outcomes.map(({ item }) => item)
  const records = outcomes.map(({ record }) => record)
  const shown = areShown ? records : await showAll(items, records, tx)
  return new Map(items.map(({ path }, index) => [Number.parseInt(path, 10), requireAt(shown, index).json]))
}

/** Names an operation of the group in a failure that names none. */
function withGroupIndex(error: unknown, group: StepGroup): unknown {
  const found = withFirstIndex(error)
  return namesNoRecord(found) ? withIndex(found, group[0].index) : found
}

/**
 * What users, roles, rules and keys grant is checked at the end, for all operations together. If it is refused, the
 * failure names the first of these operations.
 */
function withEscalationIndex(error: unknown, steps: readonly TransactionStep[]): unknown {
  const step = steps.find(({ plan }) => isBuiltIn(plan.model.name))
  const isEscalation = step && namesNoRecord(error) && ['not-permitted', 'invalid-record'].includes(error.code)
  return isEscalation ? withIndex(error, step.index) : error
}

/** Whether an error is a refusal of a record that does not say of which. */
function namesNoRecord(error: unknown): error is Failure {
  if (!(error instanceof Failure) || error.details.data?.['index'] !== undefined) return false
  return !['unavailable', 'internal', 'key-in-use', 'key-reused', 'session-required'].includes(error.code)
}
