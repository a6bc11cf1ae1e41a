import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { VersionPlan } from '../plan/Plan.ts'
import type { Past, PlainRecord } from '../versions/Past.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { completeJson, coerceOldValue } from './coerceOldValue.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { recordNotFound } from './requireRecord.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'
import type { PastRecord } from '../statement/renderPast.ts'

/** Shows a record as it was at a version. */
export async function readVersion(plan: VersionPlan, services: ExecutionServices): Promise<Envelope> {
  const { model, id, version, authorization } = plan
  const past = await services.run.past({ model, id, version, authorization })
  const json = await renderVersion(past, plan, requireState(past, id, version), services.run.renderPast, services)
  return toRecordEnvelope({ version, json })
}

/** Returns the values at a version. Fails if the version is not available. */
export function requireState(past: Past, id: number, version: number): PlainRecord {
  if (!past.current && !past.first && past.entries.length === 0) throw recordNotFound(id)
  const values = findStateAt(past, version)
  if (values) return values
  const message =
    `The record has no version ${version}, or the journal does not keep it any more, ` +
    'or more was written since than can be read. Its history lists the versions that are available.'
  throw new Failure('version-not-found', message)
}

/**
 * Returns the JSON of an old state, by a statement of its own or in a transaction. A value that does not fit the
 * present model is shown as the journal has it.
 */
export async function renderVersion(
  past: Past,
  target: { model: Model; id: number; version: number; authorization: Authorization },
  state: PlainRecord,
  render: (record: PastRecord) => Promise<string>,
  { models }: Pick<ExecutionServices, 'models'>,
): Promise<string> {
  const { model, id, version, authorization } = target
  const json = await render({
    authorization,
    model,
    id,
    version,
    ...createdOf(past),
    ...updatedOf(past, version),
    values: journaledFields(model).map((field) => coerceOldValue(field, state[field.name], model, models) ?? null),
  })
  return asReadable(completeJson(json, state, shownModel(model, past), models), model, past)
}

/** Returns the model with only those fields that the caller may read in this record. */
export function shownModel(model: Model, { readable }: Past): Model {
  if (!readable) return model
  const has = (name: string) => readable.has(name)
  const together = model.together?.map((group) => group.filter(has)).filter((group) => group.length > 1)
  return { ...model, fields: model.fields.filter(({ name }) => has(name)), ...(together ? { together } : {}) }
}

/** Removes the fields that the caller may not read in the record now: that also decides what its history shows. */
function asReadable(json: string, { fields }: Model, { readable }: Past): string {
  const hidden = readable ? fields.filter(({ name }) => !readable.has(name)).map(({ name }) => name) : []
  if (hidden.length === 0) return json
  const members = Object.entries(JSON.parse(json)).filter(([name]) => !hidden.includes(name))
  return JSON.stringify(Object.fromEntries(members))
}

/** Returns when and by whom the record was created. */
export function createdOf({ current, first }: Past): { createdOn: string | null; createdBy: number | null } {
  if (current) return { createdOn: current.createdOn, createdBy: current.createdBy }
  return { createdOn: first?.on ?? null, createdBy: first?.by ?? null }
}

/** Returns when and by whom a version was written; null if that is not known any more. */
export function updatedOf(past: Past, version: number): { updatedOn: string | null; updatedBy: number | null } {
  const { current, entries } = past
  const entry = entries.find((one) => one.version === version)
  if (entry) return { updatedOn: entry.on, updatedBy: entry.by?.id ?? null }
  if (current?.version === version) return { updatedOn: current.updatedOn, updatedBy: current.updatedBy }
  const { createdOn, createdBy } = version === 0 ? createdOf(past) : { createdOn: null, createdBy: null }
  return { updatedOn: createdOn, updatedBy: createdBy }
}
