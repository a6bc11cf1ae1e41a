import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { missingFailure } from '../statement/refusal.ts'
import type { Updated } from '../statement/update.ts'
import { compareEdits } from '../versions/compareEdits.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { showState, shownModel } from './asItWas.ts'
import { inTransaction, withoutKey } from './inTransaction.ts'
import type { Means } from './Means.ts'
import { toConflict } from './conflict.ts'
import { recordNotFound, requireStored } from './require.ts'
import { takesCare } from './tree/care.ts'

/** How often a merge starts over when others write in between. */
const mostMerges = 100

/** Changes a record. Where its version has passed, merges if that was asked for and nothing clashes, else refuses. */
export async function update(plan: UpdatePlan, means: Means): Promise<Envelope> {
  if (plan.relations.length > 0) return updateTogether(plan, means)
  let attempt = plan
  for (let merges = 0; merges <= mostMerges; merges++) {
    const updated = await tryUpdate(attempt, means)
    if ('text' in updated) return updated
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

type Missed = Exclude<Updated, { version: number }>

async function tryUpdate(plan: UpdatePlan, means: Means): Promise<Envelope | Missed> {
  const { model, note, beside } = plan
  if (note.dryRun || takesCare(note.grant, model, 'update')) return tryTogether(plan, means)
  const updated = await means.run.update(plan)
  return 'version' in updated ? toRecordEnvelope(updated, beside) : updated
}

async function tryTogether(plan: UpdatePlan, means: Means): Promise<Envelope | Missed> {
  try {
    return await updateTogether(plan, means)
  } catch (error) {
    if (error instanceof Failure && error.code === 'version-conflict') return { missing: [] }
    throw error
  }
}

/** In a transaction of its own; with collections and links a conflict is always refused. */
async function updateTogether(plan: UpdatePlan, means: Means): Promise<Envelope> {
  const { note, beside } = plan
  return inTransaction(note, means, async (deed) => {
    const [written] = await deed.write([{ plan: { ...plan, note: withoutKey(note) }, prefix: '' }])
    if (!written) throw new TypeError('A record that was written has an answer.')
    return { data: written.json, version: written.version, ...(beside === undefined ? {} : { beside }) }
  })
}

/** The change on top of the record as it is now; thrown is why there is none. */
async function mergeOrRefuse(plan: UpdatePlan, tried: number, { missing }: Missed, means: Means): Promise<UpdatePlan> {
  const { model, id, version, fields, values, onConflict, note } = plan
  const { grant } = note
  const past = await means.run.past({ model, id, version, grant })
  if (!past.current) throw recordNotFound(id)
  if (missing.length > 0 && past.current.version === tried) throw missingFailure(missing)
  const state = findStateAt(past, version)
  const yours = toPlainRecord(fields, values)
  const comparison = state && compareEdits({ version, values: state }, past, yours, shownModel(model, past))
  if (onConflict === 'merge' && comparison?.clashes.length === 0)
    return toMerge(plan, past.current.version, comparison.mergeable)
  const current = requireStored(await means.run.read({ operation: 'read', model, grant, id }), id)
  // Others wrote between the two looks: what was compared is not what would be shown as current.
  if (current.version !== past.current.version) return plan
  const base = state && (await showState(past, { model, id, version, grant }, state, means))
  throw toConflict(current, { model, base, yours, comparison, readable: past.readable })
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
