import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { missingFailure } from '../statement/refusal.ts'
import { type Updated, updateStatement } from '../statement/update.ts'
import { compareEdits } from '../versions/compareEdits.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { showState } from './asItWas.ts'
import { inTransaction, toDryEnvelope, withoutKey } from './inTransaction.ts'
import type { Means } from './Means.ts'
import { toConflict } from './conflict.ts'
import { recordNotFound, requireStored } from './require.ts'
import { runTogether } from './tree/runTogether.ts'

/** How often a merge starts over when others write in between. */
const mostMerges = 100

/** Changes a record. Where its version has passed, merges if that was asked for and nothing clashes, else refuses. */
export async function update(plan: UpdatePlan, means: Means): Promise<Envelope> {
  if (plan.relations.length > 0) return updateTogether(plan, means)
  const run = plan.note.dryRun ? (one: UpdatePlan) => tryUpdate(one, means) : means.run.update
  let attempt = plan
  for (let merges = 0; merges <= mostMerges; merges++) {
    const updated = await run(attempt)
    if ('version' in updated)
      return plan.note.dryRun ? toDryEnvelope(updated, attempt.beside) : toRecordEnvelope(updated, attempt.beside)
    attempt = await mergeOrRefuse(plan, attempt.version, updated, means)
  }
  throw new Failure(
    'unavailable',
    'Others change this record all the time. Nothing was written: send the request again.',
    {
      data: { outcome: 'not-applied' },
      retryAfter: 1,
    },
  )
}

/** Does an update and takes it back. */
async function tryUpdate(plan: UpdatePlan, { database, models }: Means): Promise<Updated> {
  const item = { ...plan, note: withoutKey(plan.note) }
  const [updated] = await database.transact('rollback', (transaction) =>
    runTogether(updateStatement, [{ item, prefix: '' }], transaction, models),
  )
  return updated ?? { missing: [] }
}

/** With collections and links in a transaction; there a conflict is always refused. */
async function updateTogether(plan: UpdatePlan, means: Means): Promise<Envelope> {
  return inTransaction(plan.note, means, async (deed) => {
    const [written] = await deed.write([{ plan: { ...plan, note: withoutKey(plan.note) }, prefix: '' }])
    if (!written) throw new TypeError('A record that was written has an answer.')
    return { data: written.json, version: written.version }
  })
}

/** The change on top of the record as it is now; thrown is why there is none. */
async function mergeOrRefuse(
  plan: UpdatePlan,
  tried: number,
  { missing }: Exclude<Updated, { version: number }>,
  means: Means,
): Promise<UpdatePlan> {
  const { model, id, version, fields, values, onConflict } = plan
  const past = await means.run.past({ model, id, version })
  if (!past.current) throw recordNotFound(id)
  if (missing.length > 0 && past.current.version === tried) throw missingFailure(missing)
  const state = findStateAt(past, version)
  const yours = toPlainRecord(fields, values)
  const comparison = state && compareEdits({ version, values: state }, past, yours, model)
  if (onConflict === 'merge' && comparison?.clashes.length === 0)
    return toMerge(plan, past.current.version, comparison.mergeable)
  const current = requireStored(await means.run.read({ operation: 'read', model, id }), id)
  // Others wrote between the two looks: what was compared is not what would be shown as current.
  if (current.version !== past.current.version) return plan
  const base = state && (await showState(past, plan, state, means))
  throw toConflict(current, { model, base, yours, comparison })
}

/** Only what the client changed and nobody else did; what it sent back as it had read it stays as the others left it. */
function toMerge(plan: UpdatePlan, onto: number, mergeable: readonly string[]): UpdatePlan {
  const kept = plan.fields.flatMap((field, index) => (mergeable.includes(field.name) ? [index] : []))
  return {
    ...plan,
    version: onto,
    fields: kept.flatMap((index) => plan.fields[index] ?? []),
    values: kept.map((index) => plan.values[index] ?? null),
    beside: `"merged":${JSON.stringify({ base: plan.version, onto, fields: mergeable })}`,
  }
}
