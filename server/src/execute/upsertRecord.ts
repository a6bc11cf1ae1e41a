import { Failure } from '../failure/failure.ts'
import type { Models } from '../model/Models.ts'
import { notPermitted } from '../permission/permit.ts'
import type { CreatePlan, ReadPlan, UpdatePlan } from '../plan/Plan.ts'
import { planCreations } from '../plan/upsert.ts'
import type { UpsertPlan, UpsertRecord } from '../plan/UpsertPlan.ts'
import type { FoundByKey } from '../statement/findByKey.ts'
import type { Stored } from '../statement/Statement.ts'
import { atPath } from './write/record/WriteItem.ts'

/**
 * Whether a record has the sent values already. A version that was sent must be the current one. Collections and links
 * are not compared: a record that is sent with them is written.
 */
export function isUnchanged({ change, version }: UpsertRecord, found: FoundByKey): boolean {
  const isCurrent = version === undefined || version === found.version
  return found.unchanged !== undefined && change.relations.length === 0 && isCurrent
}

/** Reads records as the caller sees them: in a transaction, or in batches with others. */
export type ReadRecords = (plans: readonly ReadPlan[]) => Promise<(Stored | undefined)[]>

/** Returns the JSON of records that stay as they are, as the answer shows them. */
export async function showUnchanged(
  found: readonly FoundByKey[],
  { model, context, selection }: UpsertPlan,
  read: ReadRecords,
): Promise<string[]> {
  if (!selection) return found.map(({ unchanged = '' }) => unchanged)
  const { authorization } = context
  const plans = found.map(({ id }) => ({ operation: 'read', model, authorization, id, selection }) as const)
  const shown = plans.length === 0 ? [] : await read(plans)
  return found.map(({ id, version }, index) => shown[index]?.json ?? JSON.stringify({ id, version }))
}

/** Returns the change of the record that was found, at its version if none was sent. */
export function toUpdate({ change, version }: UpsertRecord, found: FoundByKey, { selection }: UpsertPlan): UpdatePlan {
  return { ...change, id: found.id, version: version ?? found.version, ...(selection ? { selection } : {}) }
}

/** Returns the plans of new records. Fails unless all of them can be created, with everything that is wrong. */
export function toCreates(
  records: readonly UpsertRecord[],
  plan: UpsertPlan,
  models: Models,
): ReadonlyMap<UpsertRecord, CreatePlan> {
  for (const record of records) refuseCreation(record, plan)
  return planCreations(records, plan, models)
}

/** Fails if a record can't be a new one: the caller may not create any, or named a version. */
export function refuseCreation({ version, path }: UpsertRecord, { model, context }: UpsertPlan): void {
  const { rights } = context.authorization
  if (rights.of(model, 'create').length === 0) throw atPath(notPermitted('create', model, rights), path)
  if (version !== undefined) throw atPath(noRecordToUpdate(), path)
}

function noRecordToUpdate(): Failure {
  const message = 'No record has this key, so there is no version to check: leave the version out to create the record.'
  return new Failure('record-not-found', message)
}
