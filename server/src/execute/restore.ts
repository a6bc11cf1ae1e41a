import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { isSecret } from '../model/field/text.ts'
import { isFree } from '../permission/Allowance.ts'
import type { Action } from '../permission/Rule.ts'
import type { RestorePlan } from '../plan/Plan.ts'
import { Faults, refuseFaults } from '../plan/Faults.ts'
import { parseValue, writableFields } from '../plan/parseRecord.ts'
import { toRefusedFailure } from '../statement/part/Reason.ts'
import type { Updated } from '../statement/part/Written.ts'
import type { Past, PlainRecord } from '../versions/Past.ts'
import { lastVersion } from '../versions/stateAt.ts'
import { requireState } from './readVersion.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { toCurrentWire } from './coerceOldValue.ts'
import { toConflict } from './conflict.ts'
import { pathOf } from './pathOf.ts'
import { requireStored } from './require.ts'
import { deletedConflict, findOldLinks, restoreTogether, toUpdate } from './restoreTogether.ts'
import { journaledFields } from '../statement/part/journalChanges.ts'

/** Gives a record the values and links of an old version. A deleted record is recreated with its id. */
export async function restore(plan: RestorePlan, services: ExecutionServices): Promise<Envelope> {
  const { model, id, version, toVersion, context } = plan
  const { authorization } = context
  const past = await services.run.past({ model, id, version: toVersion, authorization })
  const state = requireState(past, id, toVersion)
  requireFullRights(plan, past)
  if (lastVersion(past) !== version) throw await conflict(plan, past, services)
  const values = past.current ? toOldValues(plan, state, services) : toDeletedValues(plan, state, services)
  const old = { ...values, links: findOldLinks(model, state) }
  const update = toUpdate(plan, old)
  if (!past.current || pathOf(update) === 'transaction') return restoreTogether(plan, past, old, services)
  const written = await services.run.update(update)
  if (written.is === 'written') return toRecordEnvelope(written)
  throw await toFailure(plan, past, written, services)
}

/** A restore writes all fields, so the caller's rights must cover all fields of every record of the model. */
function requireFullRights({ model, context }: RestorePlan, { current }: Past): void {
  const { rights } = context.authorization
  const wanted: Action[] = current ? ['update'] : ['update', 'create']
  const isUnconditional = wanted.every((action) => isFree(rights.of(model, action))) && rights.visibility.isPlain(model)
  if (isUnconditional && (rights.isAdmin || !isBuiltIn(model.name))) return
  throw new Failure(
    'not-permitted',
    `To restore a record of ${model.name} you need the right to change all fields of all its records: ` +
      'ask an administrator.',
  )
}

interface OldValues {
  readonly fields: Field[]
  readonly values: ColumnValue[]
}

/**
 * Parses the old values as if a client had sent them: the model may have changed since. Fields whose old value is not
 * known keep their current value, and so do the numbers of series.
 */
function toOldValues({ model }: RestorePlan, state: PlainRecord, { models }: ExecutionServices): OldValues {
  const faults = new Faults()
  const fields = writableFields(model).filter((field) => !isSecret(field) && Object.hasOwn(state, field.name))
  const values = fields.map((field) =>
    parseValue(field, toCurrentWire(field, state[field.name], model), models, faults),
  )
  refuseFaults(faults)
  return { fields, values }
}

/**
 * Returns all values of a deleted record. A value that is not known, such as a secret or that of a newer field, becomes
 * the default.
 */
function toDeletedValues({ model }: RestorePlan, state: PlainRecord, { models }: ExecutionServices): OldValues {
  const faults = new Faults()
  const fields = journaledFields(model)
  const values = fields.map((field) => {
    if (!isSecret(field))
      return parseValue(field, toCurrentWire(field, state[field.name], model) ?? fallbackFor(field), models, faults)
    const value = parseValue(field, fallbackFor(field), models, faults)
    if (faults.has(field.name))
      faults.set(field.name, 'is required and a secret, which the journal does not keep: create a new record instead')
    return value
  })
  refuseFaults(faults)
  return { fields, values }
}

/** Returns the value that replaces one that is not known. */
function fallbackFor(field: Field): unknown {
  return field.required ? field.default : null
}

async function toFailure(
  plan: RestorePlan,
  past: Past,
  written: Exclude<Updated, { is: 'written' }>,
  services: ExecutionServices,
): Promise<Failure> {
  if (written.is === 'refused') return toRefusedFailure(written.reasons, plan.model, plan.context.authorization)
  return conflict(plan, past, services)
}

async function conflict(
  { model, id, version, context }: RestorePlan,
  past: Past,
  { run }: ExecutionServices,
): Promise<Failure> {
  const current = await run.read({ operation: 'read', model, authorization: context.authorization, id })
  if (current) return toConflict(current)
  if (past.current) return toConflict(requireStored(current, id))
  return deletedConflict(lastVersion(past) ?? version)
}
