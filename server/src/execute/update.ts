import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure, unavailable } from '../failure.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { lockRecordStatement } from '../statement/links.ts'
import { pastStatement } from '../statement/past.ts'
import { missingFailure } from '../statement/part/refusal.ts'
import type { Updated } from '../statement/part/Written.ts'
import { compareEdits, type Comparison } from '../versions/compareEdits.ts'
import type { Past } from '../versions/Past.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { showState, shownModel } from './readVersion.ts'
import { type Answer, inTransaction, withExtraMembers, writeOne } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { toConflict } from './conflict.ts'
import { pathOf } from './pathOf.ts'
import { recordNotFound, requireStored } from './require.ts'
import type { WriteTransaction } from './transaction/WriteTransaction.ts'
import { runTogether } from './transaction/runTogether.ts'

/** How often it starts over when others write in between. */
const mostRounds = 100
/**
 * So often a merge hopes that nobody does; then it holds the record while it looks, or those who need not merge would
 * always be first.
 */
const hopefulRounds = 3

/** Changes a record. Where its version has passed, merges if that was asked for and nothing clashes, else refuses. */
export async function update(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.relations.length > 0) return updateTogether(plan, services)
  let attempt = plan
  for (let round = 0; round <= mostRounds; round++) {
    const holds = plan.onConflict === 'merge' && round > hopefulRounds
    const updated = holds ? await mergeHeld(plan, services) : await tryUpdate(attempt, services)
    if ('text' in updated) return updated
    attempt = await mergeOrRefuse(plan, attempt.version, updated, services)
  }
  throw unavailable('Others change this record all the time.', { outcome: 'not-applied' })
}

type Missed = Exclude<Updated, { is: 'written' }>

async function tryUpdate(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  if (pathOf(plan) === 'transaction') return tryTogether(plan, services)
  const updated = await services.run.update(plan)
  return updated.is === 'written' ? toRecordEnvelope(updated, plan.extraMembers) : updated
}

async function tryTogether(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  try {
    return await updateTogether(plan, services)
  } catch (error) {
    if (error instanceof Failure && error.code === 'version-conflict') return { is: 'stale' }
    throw error
  }
}

/**
 * Merges while nobody else can write the record. Where something clashes nothing is written: why is told by who looks
 * at it next.
 */
async function mergeHeld(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  const { model, id, version, context } = plan
  try {
    return await inTransaction(context, services, async (tx) => {
      await tx.transaction.run(lockRecordStatement(model, id))
      const question = { item: { model, id, version, authorization: context.authorization }, path: '' }
      const [past] = await runTogether(pastStatement, [question], tx.transaction, services.models)
      const merge = past && findMerge(plan, past)
      if (!merge) throw new Unmerged('Something clashes.')
      return write(merge, tx)
    })
  } catch (error) {
    if (error instanceof Unmerged) return { is: 'stale' }
    throw error
  }
}

class Unmerged extends Error {
  override readonly name = 'Unmerged'
}

/** The change on top of the record as it is now, where that is wanted and nothing clashes. */
function findMerge(plan: UpdatePlan, past: Past): UpdatePlan | undefined {
  const comparison = compare(plan, past)
  if (!past.current || plan.onConflict !== 'merge' || comparison?.clashes.length !== 0) return undefined
  return toMerge(plan, past.current.version, comparison.mergeable)
}

/** What the plan and the others changed since its version; undefined where the journal does not reach back so far. */
function compare({ model, version, fields, values }: UpdatePlan, past: Past): Comparison | undefined {
  const state = findStateAt(past, version)
  const yours = toPlainRecord(fields, values)
  return state && compareEdits({ version, values: state }, past, yours, shownModel(model, past))
}

/** In a transaction of its own; with collections and links a conflict is always refused. */
async function updateTogether(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  return inTransaction(plan.context, services, (tx) => write(plan, tx))
}

async function write(plan: UpdatePlan, tx: WriteTransaction): Promise<Answer> {
  const { json, version } = await writeOne(plan, tx)
  return withExtraMembers({ data: json, version }, plan.extraMembers)
}

/** The change on top of the record as it is now; thrown is why there is none. */
async function mergeOrRefuse(
  plan: UpdatePlan,
  tried: number,
  missed: Missed,
  services: ExecutionServices,
): Promise<UpdatePlan> {
  const { model, id, version, fields, values, context } = plan
  const { authorization } = context
  const past = await services.run.past({ model, id, version, authorization })
  if (!past.current) throw recordNotFound(id)
  if (missed.is === 'missing' && past.current.version === tried) throw missingFailure(missed.fields)
  const merge = findMerge(plan, past)
  if (merge) return merge
  const current = requireStored(await services.run.read({ operation: 'read', model, authorization, id }), id)
  // Others wrote between the two looks: what was compared is not what would be shown as current.
  if (current.version !== past.current.version) return plan
  const state = findStateAt(past, version)
  const base = state && (await showState(past, { model, id, version, authorization }, state, services))
  const yours = toPlainRecord(fields, values)
  throw toConflict(current, { model, base, yours, comparison: compare(plan, past), readable: past.readable })
}

/**
 * Only what the client changed and nobody else did; what it sent back as it had read it stays as the others left it.
 */
function toMerge(plan: UpdatePlan, onto: number, mergeable: readonly string[]): UpdatePlan {
  const kept = plan.fields.flatMap((field, index) => (mergeable.includes(field.name) ? [index] : []))
  return {
    ...plan,
    version: onto,
    fields: kept.flatMap((index) => plan.fields[index] ?? []),
    values: kept.map((index) => plan.values[index] ?? null),
    extraMembers: `"merged":${JSON.stringify({ base: plan.version, onto, fields: mergeable })}`,
  }
}
