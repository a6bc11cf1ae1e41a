import type { Envelope } from '../envelope/Envelope.ts'
import { toDeletedEnvelope } from '../envelope/success.ts'
import { isBuiltInField, type Model } from '../model/Model.ts'
import type { DeletedPlan } from '../plan/Plan.ts'
import type { DeletedRecord } from '../statement/deleted.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'
import { toReadable } from '../statement/authorization/readable.ts'
import type { PlainRecord } from '../versions/Past.ts'
import { isSecretField, toWire } from '../versions/plainValues.ts'
import { coerceOldValue } from './coerceOldValue.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** Lists deleted records, those deleted last first, by id, version of the delete, title, time and author. */
export async function listDeleted(plan: DeletedPlan, services: ExecutionServices): Promise<Envelope> {
  const { records, more } = await services.run.deleted(plan)
  const titles = await toTitles(records, plan, services)
  const shown = records.map(({ id, version, on, by }, index) => ({ id, version, ...titles[index], on, by }))
  return toDeletedEnvelope(shown, plan.offset, more)
}

/** The titles of the records as members; none if the caller may not read the title in all records. */
async function toTitles(
  records: readonly DeletedRecord[],
  plan: DeletedPlan,
  services: ExecutionServices,
): Promise<PlainRecord[]> {
  const { model, authorization } = plan
  const { title } = model
  const isReadable = toReadable(model, null, authorization.rights.visibility)?.has(title) ?? true
  if (isBuiltInField(title) || !isReadable || isSecretField(title, model)) return []
  const states = records.map(({ changes }) => toState(changes))
  if (journaledFields(model).some(({ name }) => name === title))
    return states.map((state) => ({ [title]: toWire(title, state[title], model) }))
  return Promise.all(records.map((record, index) => computeTitle(record, states[index] ?? {}, plan, services)))
}

/** The values that a record had when it was deleted. */
function toState(changes: DeletedRecord['changes']): PlainRecord {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change?.[0] ?? null]))
}

/** Computes the title from the other values, as PostgreSQL did while the record was there. */
async function computeTitle(
  { id, version }: DeletedRecord,
  state: PlainRecord,
  { model, authorization }: DeletedPlan,
  { run, models }: ExecutionServices,
): Promise<PlainRecord> {
  const values = toColumnValues(model, state, models)
  const unknown = { createdOn: null, createdBy: null, updatedOn: null, updatedBy: null }
  const record = JSON.parse(await run.renderPast({ authorization, model, id, version, values, ...unknown }))
  return { [model.title]: record[model.title] ?? null }
}

function toColumnValues(model: Model, state: PlainRecord, models: ExecutionServices['models']) {
  return journaledFields(model).map((field) => coerceOldValue(field, state[field.name], model, models) ?? null)
}
