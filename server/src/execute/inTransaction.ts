import { workOf } from '../batch/workOf.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { Refused } from '../postgres/errors.ts'
import { storeResponseStatement } from '../statement/service/responses.ts'
import { stillAuthorizedStatement, authCheckStatement, requireAuthorized } from '../statement/part/authCheck.ts'
import { findKeyTaken, IdTaken, maxDraws, sequenceBehind } from '../statement/part/refusal.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { previewRules, loadRoleRules } from './previewRules.ts'
import {
  type WriteTransaction,
  CascadeBudget,
  WrittenRecords,
  type WrittenRecord,
} from './transaction/WriteTransaction.ts'
import { deleteRecords, deleteChecked } from './transaction/deleteRecords.ts'
import { preventEscalation } from './transaction/preventEscalation.ts'
import { writeRecords, writeChecked } from './transaction/writeRecords.ts'

/** What a write answers: `data` as JSON without its brackets, and what stands beside it. */
export interface Answer {
  readonly data: string
  readonly version?: number
  readonly extraMembers?: string
}

/**
 * Does a write that takes several statements, as one transaction: all of it, or nothing. A dry run does it and takes
 * it back.
 */
export async function inTransaction(
  context: WriteContext,
  services: ExecutionServices,
  work: (tx: WriteTransaction) => Promise<Answer>,
): Promise<Envelope> {
  const answer = await withFreshIds(() => transact(context, services, work))
  const { version: _, ...shown } = answer
  return toDataEnvelope(context.dryRun ? withExtraMembers(shown, '"dryRun":true') : answer)
}

/**
 * A transaction draws its ids itself. Where they are taken it starts over: the sequence has moved on, whatever was
 * taken back.
 */
async function withFreshIds(work: () => Promise<Answer>): Promise<Answer> {
  for (let draws = 1; ; draws++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IdTaken)) throw error
      if (draws >= maxDraws) throw sequenceBehind(error)
    }
  }
}

function transact(
  context: WriteContext,
  services: ExecutionServices,
  work: (tx: WriteTransaction) => Promise<Answer>,
): Promise<Answer> {
  const steps = async (transaction: Transaction): Promise<Answer> => {
    requireAuthorized(await transaction.run(authCheckStatement(context.authorization.credential)))
    const tx: WriteTransaction = {
      transaction,
      services,
      authorization: context.authorization,
      budget: new CascadeBudget(services.maxBulk),
      writtenRecords: new WrittenRecords(),
      write: (items) => writeChecked(items, tx),
      remove: (model, targets, by) => deleteChecked(model, targets, by, tx),
      writeAlso: (items) => writeRecords(items, tx),
      removeAlso: (model, targets, by) => deleteRecords(model, targets, by, tx),
    }
    const before = context.dryRun && context.authorization.rights.isAdmin ? await loadRoleRules(transaction) : undefined
    const answered = await work(tx)
    await preventEscalation(tx)
    await requireStillAuthorized(tx)
    const preview = before && (await previewRules(before, transaction, services.models))
    const told = preview && `"preview":${JSON.stringify(preview)}`
    const done = withExtraMembers(withExtraMembers(answered, alsoDone(tx)), told)
    if (context.idempotency && !context.dryRun) await keep(context, done, tx)
    return done
  }
  return services.database.transact(
    context.dryRun ? 'rollback' : 'commit',
    steps,
    workOf([context.authorization], 'slow'),
  )
}

/** Writes one record and all that belongs to it. */
export async function writeOne(plan: CreatePlan | UpdatePlan, tx: WriteTransaction): Promise<WrittenRecord> {
  const [written] = await tx.write([{ plan: { ...plan, context: withoutKey(plan.context) }, path: '' }])
  if (!written) throw new TypeError('A record that was written has an answer.')
  return written
}

/** The answer with more beside its data, where there is more. */
export function withExtraMembers(answer: Answer, more: string | undefined): Answer {
  if (more === undefined) return answer
  return { ...answer, extraMembers: answer.extraMembers === undefined ? more : `${answer.extraMembers},${more}` }
}

/** While a transaction waits for others, rights may change. What it saw and did since would be by leave of nobody. */
async function requireStillAuthorized({ transaction, authorization }: WriteTransaction): Promise<void> {
  const lasting = stillAuthorizedStatement(authorization.credential)
  if (lasting) requireAuthorized(await transaction.run(lasting))
}

/** The same note without its key: the answer is kept once for the whole, not for each record. */
export function withoutKey({ authorization, requestId, dryRun }: WriteContext): WriteContext {
  return { authorization, requestId, dryRun }
}

/** What was changed beside, for who sees all of it. */
function alsoDone({ budget, authorization }: WriteTransaction): string | undefined {
  return authorization.rights.isAdmin ? budget.toExtraMembers() : undefined
}

async function keep(
  { authorization, idempotency }: WriteContext,
  answer: Answer,
  { transaction }: WriteTransaction,
): Promise<void> {
  if (!idempotency) return
  try {
    await transaction.run(storeResponseStatement({ authorization, key: idempotency.key }, idempotency.hash, answer))
  } catch (error) {
    throw error instanceof Refused ? (findKeyTaken(error) ?? error) : error
  }
}
