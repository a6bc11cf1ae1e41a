import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope, withMember } from '../envelope/success.ts'
import { Failure, unavailable } from '../failure/failure.ts'
import { requireValue } from '../failure/invariant.ts'
import type { UpsertPlan, UpsertRecord } from '../plan/UpsertPlan.ts'
import { create } from './create.ts'
import { tellAll, tellClashes } from './diagnosis/Diagnosis.ts'
import { findUpsertRefusal } from './diagnosis/findUpsertRefusal.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { update } from './update.ts'
import { isUnchanged, showUnchanged, toCreates, toUpdate } from './upsertRecord.ts'
import { upsertInTransaction } from './upsertInTransaction.ts'

/** The most attempts if others write the same records in between. */
const maxRounds = 8
/** The attempts in which a single record is written without a lock. */
const optimisticRounds = 3
/** The most attempts that find no record with a key that is taken: then the caller does not see that record. */
const maxTaken = 3

/**
 * Updates the records whose key is known, and creates the others. If others write the same key at the same time, it
 * starts over: what one attempt could not create, the next one finds. If some records of many are refused, the failure
 * has all that is wrong.
 */
export async function upsert(plan: UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  return upsertRepeatedly(plan, services).catch((error: unknown) => {
    const find = () => findUpsertRefusal(plan, services)
    return plan.isSingle ? tellClashes(error, find) : tellAll(error, find)
  })
}

async function upsertRepeatedly(plan: UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  let taken = 0
  for (let round = 1; ; round++) {
    try {
      return await attempt(plan, services, round)
    } catch (error) {
      if (!(error instanceof Failure) || !isOvertaken(error, plan)) throw error
      if (error.code === 'not-unique' && ++taken >= maxTaken) throw error
      if (round >= maxRounds) throw unavailable('Other clients keep changing this record.', { outcome: 'not-applied' })
    }
  }
}

function attempt(plan: UpsertPlan, services: ExecutionServices, round: number): Promise<Envelope> {
  const { records, isSingle, context } = plan
  const [only] = records
  const isPlain = isSingle && !context.idempotency && round <= optimisticRounds
  return only?.operation === 'upsert' && isPlain ? upsertOne(only, plan, services) : upsertInTransaction(plan, services)
}

/** Writes one record by the statements of a single create or update, which share batches with others. */
async function upsertOne(record: UpsertRecord, plan: UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  const found = await services.run.findByKey(record)
  if (!found) {
    const created = requireValue(toCreates([record], plan, services.models).get(record), 'The plan of a new record')
    return withMember(await create(created, services), 'outcomes', ['created'])
  }
  if (isUnchanged(record, found)) {
    const [data = ''] = await showUnchanged([found], plan, async (plans) => Promise.all(plans.map(services.run.read)))
    const answered = withMember(toDataEnvelope({ data, version: found.version }), 'outcomes', ['unchanged'])
    return plan.context.dryRun ? withMember(answered, 'dryRun', true) : answered
  }
  return withMember(await update(toUpdate(record, found, plan), services), 'outcomes', ['updated'])
}

/** Whether a write failed because others wrote the record after it was looked for. A version that was sent is final. */
function isOvertaken({ code, details: { data } }: Failure, { records, key }: UpsertPlan): boolean {
  const { index = 0, place = '', field, fields = [field] } = (data ?? {}) as FailureData
  const record = records[index]
  if (record?.operation !== 'upsert' || record.path !== (place === '' ? '' : `${place}.`)) return false
  if (code === 'not-unique') return fields.every((name) => name !== undefined && key.includes(name))
  return (code === 'version-conflict' || code === 'record-not-found') && record.version === undefined
}

interface FailureData {
  readonly index?: number
  readonly place?: string
  readonly field?: string
  readonly fields?: readonly string[]
}
