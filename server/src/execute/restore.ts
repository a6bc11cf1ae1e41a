import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import type { Failure } from '../failure/failure.ts'
import { notPermitted } from '../permission/permit.ts'
import type { RestorePlan } from '../plan/RestorePlan.ts'
import { toRefusedFailure } from '../statement/refusal/Reason.ts'
import type { Updated } from '../statement/record/Written.ts'
import type { Past } from '../versions/Past.ts'
import { lastVersion } from '../versions/stateAt.ts'
import { isNextVersion } from '../versions/versionLeap.ts'
import { requireState } from './readVersion.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { toConflict } from './conflict.ts'
import { requireFullRights, toDeletedValues, toOldValues } from './oldValues.ts'
import { pathOf } from './pathOf.ts'
import { requireStored } from './requireRecord.ts'
import { restoreInTransaction, toUpdate } from './restoreInTransaction.ts'
import { deletedConflict, findOldLinks } from './write/restore/recreateRecords.ts'

/**
 * Gives a record the values and links of an old version, and on request the members that it had. A deleted record is
 * recreated with its id.
 */
export async function restore(plan: RestorePlan, services: ExecutionServices): Promise<Envelope> {
  const { model, id, version, toVersion, context } = plan
  const { authorization } = context
  const past = await services.run.past({ model, id, version: toVersion, authorization })
  const state = requireState(past, id, toVersion)
  const rights = keepsValues(plan, past) ? authorization.rights.forLogic() : authorization.rights
  const wanted = past.current ? (['update'] as const) : (['update', 'create'] as const)
  const reserved = wanted.find((action) => authorization.rights.isReserved(model, action))
  if (reserved) throw notPermitted(reserved, model, authorization.rights)
  requireFullRights(model, wanted, rights)
  if (lastVersion(past) !== version) throw await conflict(plan, past, services)
  const values = past.current
    ? toOldValues(model, state, services.models)
    : toDeletedValues(model, state, services.models, context.authorization)
  const old = { ...values, links: findOldLinks(model, state) }
  const update = toUpdate(plan, old)
  if (!past.current || plan.members || pathOf(update) === 'transaction')
    return restoreInTransaction(plan, past, old, services)
  const written = await services.run.update(update)
  if (written.is === 'written') return toRecordEnvelope(written)
  throw await toFailure(plan, past, written, services)
}

/**
 * Whether the fields that only logic writes keep their values. The write itself refuses to change them in a record that
 * is there. A deleted record must come back as it was last.
 */
function keepsValues({ version, toVersion, members }: RestorePlan, { current }: Past): boolean {
  return !members && (current !== undefined || isNextVersion(version, toVersion))
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
