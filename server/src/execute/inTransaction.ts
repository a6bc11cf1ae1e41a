import { optionsOf } from '../batch/optionsOf.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { type JsonMembers, joinMembers, jsonMember } from '../text/json.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { beginChangeSetStatement, endChangeSetStatement } from '../statement/service/changeSets.ts'
import { authCheckStatement, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { stillAuthorizedStatement } from '../statement/authorization/lastingAuthorization.ts'
import { IdTaken, maxDraws, NumberTaken, sequenceBehind } from '../statement/refusal/toRecordFailure.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { hashAhead } from './hashPasswords.ts'
import { previewRules, loadRoleRules } from './previewRules.ts'
import { storeResponse } from './storeResponse.ts'
import type { WriteTransaction, WrittenRecord } from './write/WriteTransaction.ts'
import { openWrite } from './write/openWrite.ts'
import { countCreates, drawSeriesNumbers, lockGapless, type DrawnByModel } from './write/record/seriesNumbers.ts'
import { preventEscalation } from './write/access/preventEscalation.ts'

/** The result of a write: `data` as JSON without its brackets, and the members next to it. */
export interface WriteResult {
  readonly data: string
  readonly version?: number
  readonly extraMembers?: JsonMembers
  /** What the service itself writes once the rights of the caller were checked. */
  finish?(): Promise<void>
}

/**
 * Executes a write of several statements as one transaction, and as one change set if the context says so. A dry run
 * rolls it back.
 */
export async function inTransaction(
  context: WriteContext,
  services: ExecutionServices,
  work: (tx: WriteTransaction) => Promise<WriteResult>,
): Promise<Envelope> {
  return writeInTransaction([], context, services, work)
}

/** The same for a write of records that the request names, whose passwords are hashed and numbers drawn first. */
export async function writeInTransaction(
  plans: readonly (CreatePlan | UpdatePlan)[],
  context: WriteContext,
  services: ExecutionServices,
  work: (tx: WriteTransaction) => Promise<WriteResult>,
): Promise<Envelope> {
  await hashAhead(plans, services)
  const answer = await withFreshIds(plans, services, async () => {
    const drawn = await drawSeriesNumbers(plans, context, services)
    const steps = async (tx: WriteTransaction) => {
      await lockGapless(plans, tx)
      return work(tx)
    }
    return transact(context, services, drawn, (tx) => inChangeSet(context, tx, () => steps(tx)))
  })
  const { version: _, ...shown } = answer
  return toDataEnvelope(context.dryRun ? withExtraMembers(shown, jsonMember('dryRun', true)) : answer)
}

/**
 * A transaction draws its own ids. If an id or a number is in use, the transaction starts over: the sequence has
 * advanced, since a rollback does not reset it, and numbers are drawn anew.
 */
async function withFreshIds(
  plans: readonly (CreatePlan | UpdatePlan)[],
  { run }: ExecutionServices,
  work: () => Promise<WriteResult>,
): Promise<WriteResult> {
  for (let draws = 1; ; draws++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IdTaken || error instanceof NumberTaken)) throw error
      if (draws >= maxDraws) throw error instanceof NumberTaken ? error.failure : sequenceBehind(error)
      for (const [model] of countCreates(plans)) run.numbers.discard(model)
    }
  }
}

function transact(
  context: WriteContext,
  services: ExecutionServices,
  drawn: DrawnByModel,
  work: (tx: WriteTransaction) => Promise<WriteResult>,
): Promise<WriteResult> {
  const steps = async (transaction: Transaction): Promise<WriteResult> => {
    requireAuthorized(await transaction.run(authCheckStatement(context.authorization.credential)))
    const tx = openWrite(transaction, context.authorization, services, { drawn })
    const before = context.dryRun && context.authorization.rights.isAdmin ? await loadRoleRules(transaction) : undefined
    const answered = await work(tx)
    await preventEscalation(tx, context.dryRun)
    await answered.finish?.()
    await requireStillAuthorized(tx)
    const preview = before && (await previewRules(before, transaction, services.models))
    const previewMember = preview && jsonMember('preview', preview)
    const done = withExtraMembers(withExtraMembers(answered, cascadeMember(tx)), previewMember)
    if (context.idempotency && !context.dryRun) await storeResponse(context, done, transaction)
    return done
  }
  return services.database.transact(
    context.dryRun ? 'rollback' : 'commit',
    steps,
    optionsOf([context.authorization], 'slow'),
  )
}

/** Writes one record with its collections and links. */
export async function writeOne(plan: CreatePlan | UpdatePlan, tx: WriteTransaction): Promise<WrittenRecord> {
  const [written] = await tx.write([{ plan: { ...plan, context: withoutKey(plan.context) }, path: '' }])
  if (!written) throw new TypeError('A written record has no result.')
  return written
}

/** The change set of a write of one record: a write of collections changes their members, too. */
export function withChangeSet(context: WriteContext, plan: CreatePlan | UpdatePlan | undefined): WriteContext {
  return plan?.relations.some((write) => !('ids' in write)) ? { ...context, changeSet: plan.operation } : context
}

/** Does the work as one change set, which the answer names, unless nothing is written. */
async function inChangeSet(
  context: WriteContext,
  { transaction, budget }: WriteTransaction,
  work: () => Promise<WriteResult>,
): Promise<WriteResult> {
  if (context.changeSet === undefined || context.dryRun) return work()
  const [begun] = await transaction.run(beginChangeSetStatement())
  const id = Number(begun?.[0])
  const answer = await work()
  const written = await transaction.run(endChangeSetStatement(id, context, budget.cascaded))
  return written.length === 0 ? answer : withExtraMembers(answer, jsonMember('changeSet', id))
}

/** Adds members next to the data of an answer. */
export function withExtraMembers(answer: WriteResult, more: JsonMembers | undefined): WriteResult {
  if (more === undefined) return answer
  const { extraMembers } = answer
  return { ...answer, extraMembers: extraMembers === undefined ? more : joinMembers([extraMembers, more]) }
}

/** Checks the credential again: rights may have changed while the transaction waited for locks. */
async function requireStillAuthorized({ transaction, authorization }: WriteTransaction): Promise<void> {
  const recheck = stillAuthorizedStatement(authorization.credential)
  if (recheck) requireAuthorized(await transaction.run(recheck))
}

/** Returns the context without its key: the response is stored once for the whole write, not for each record. */
export function withoutKey({ authorization, requestId, dryRun }: WriteContext): WriteContext {
  return { authorization, requestId, dryRun }
}

/** Reports cleared and deleted referrers, to administrators only, since they see all records. */
function cascadeMember({ budget, authorization }: WriteTransaction): JsonMembers | undefined {
  return authorization.rights.isAdmin ? budget.toExtraMembers() : undefined
}
