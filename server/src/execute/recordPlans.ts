import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { jsonMember } from '../text/json.ts'
import { toRecordMay } from '../permission/mayWrite.ts'
import type { SaveManyPlan } from '../plan/BulkPlan.ts'
import type { CreatePlan, FindPlan, ReadPlan, UpdatePlan, VersionPlan } from '../plan/Plan.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { TransactionPlan } from '../plan/transaction.ts'
import type { UpsertPlan } from '../plan/UpsertPlan.ts'
import type { Stored } from '../statement/Statement.ts'
import { saveMany } from './bulk.ts'
import { create } from './create.ts'
import { refusalOf, withClashes } from './diagnosis/findRefusal.ts'
import { findTransactionRefusal } from './diagnosis/findTransactionRefusal.ts'
import { findUpsertRefusal } from './diagnosis/findUpsertRefusal.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { find, search } from './find.ts'
import { transactModels } from './multiModel.ts'
import { type Execute, itself, once, recognized } from './once.ts'
import { readVersion } from './readVersion.ts'
import { requireStored } from './requireRecord.ts'
import { update } from './update.ts'
import { upsert } from './upsert.ts'

/** Finds records, or searches for them. */
export const executeFind: Execute<FindPlan | SearchPlan> = (plan, services) =>
  plan.operation === 'find' ? find(plan, services) : search(plan, services)

/** Reads a record as it is now, or one of its versions. */
export async function executeRead(plan: ReadPlan | VersionPlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.operation === 'version') return readVersion(plan, services)
  return toReadEnvelope(requireStored(await services.run.read(plan), plan.id), plan)
}

/** The record, and what the caller may do with it if the plan asks for it. */
function toReadEnvelope(stored: Stored, { id, model, authorization }: ReadPlan): Envelope {
  if (stored.held === undefined) return toRecordEnvelope(stored)
  const may = toRecordMay({ id, letters: stored.held }, model, authorization)
  return toRecordEnvelope(stored, jsonMember('may', may))
}

const createOnce = once<CreatePlan>((plan, services) => withClashes(plan, services, create), itself)

/** Creates a record, or updates the one that its key names. */
export const executeCreate: Execute<CreatePlan | UpsertPlan> = (plan, services) =>
  plan.operation === 'upsert' ? executeUpsert(plan, services) : createOnce(plan, services)

/** Updates a record. */
export const executeUpdate = once<UpdatePlan>((plan, services) => withClashes(plan, services, update), itself)

const saveManyOnce = once(saveMany, ({ plans }) => plans)

/** Writes many records. */
export async function executeSaveMany(plan: SaveManyPlan | UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.operation === 'upsert') return executeUpsert(plan, services)
  if (plan.refused) throw await refusalOf(plan.refused, plan.context, services)
  return saveManyOnce(plan, services)
}

const upsertOnce = once(upsert, ({ records }) =>
  records.map((record) => (record.operation === 'upsert' ? record.change : record)),
)

async function executeUpsert(plan: UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.refused) throw (await findUpsertRefusal(plan, services, plan.refused)) ?? plan.refused.problems.toFailure()
  return upsertOnce(plan, services)
}

const transactOnce = recognized(transactModels, ({ steps }) =>
  steps.flatMap(({ plan }) => (plan.operation === 'delete' ? [] : [plan])),
)

/** Writes records of several models. */
export async function executeTransaction(plan: TransactionPlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.refused)
    throw (await findTransactionRefusal(plan, services, plan.refused)) ?? plan.refused.problems.toFailure()
  return transactOnce(plan, services)
}
