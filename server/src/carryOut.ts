import type { RecordRunners } from './batch/createRecordRunners.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { toEnvelope, toPageEnvelope, toRecordEnvelope } from './envelope/success.ts'
import { Failure, JsonText } from './failure.ts'
import type { DeletePlan, Plan, UpdatePlan } from './plan/Plan.ts'
import { stillReferenced } from './statement/delete.ts'
import { missingFailure } from './statement/refusal.ts'
import type { Stored } from './statement/Statement.ts'

/** Does what a plan says, and says what came of it. */
export async function carryOut(plan: Plan, run: RecordRunners): Promise<Envelope> {
  switch (plan.operation) {
    case 'find':
      return toPageEnvelope(await run.find(plan), plan.offset)
    case 'read':
      return toRecordEnvelope(requireStored(await run.read(plan), plan.id))
    case 'create':
      return toRecordEnvelope(requireWritten(await run.create(plan)))
    case 'update':
      return update(plan, run)
    case 'delete':
      return remove(plan, run)
  }
}

async function update(plan: UpdatePlan, run: RecordRunners): Promise<Envelope> {
  const updated = await run.update(plan)
  if ('version' in updated) return toRecordEnvelope(updated)
  const { model, id } = plan
  const current = requireStored(await run.read({ operation: 'read', model, id }), id)
  if (updated.missing.length > 0 && current.version === plan.version) throw missingFailure(updated.missing)
  throw versionConflict(current)
}

async function remove(plan: DeletePlan, run: RecordRunners): Promise<Envelope> {
  const { model, id, version } = plan
  const deleted = await run.delete(plan)
  if (deleted.done) return toEnvelope([id])
  const current = requireStored(await run.read({ operation: 'read', model, id }), id)
  // Nobody refers to it: so it was the version that did not match, although it may match by now.
  if (version !== null && (current.version !== version || deleted.referrers.length === 0))
    throw versionConflict(current)
  throw stillReferenced(deleted.referrers)
}

function requireWritten(written: Stored | { readonly missing: readonly string[] }): Stored {
  if ('version' in written) return written
  throw missingFailure(written.missing)
}

function requireStored(stored: Stored | undefined, id: number): Stored {
  if (stored) return stored
  throw new Failure(
    'record-not-found',
    id === 0 ? 'There is no record with this id.' : `There is no record with the id ${id}.`,
  )
}

function versionConflict(current: Stored): Failure {
  const message = `The record has changed since you read it: it is now at version ${current.version}. Look at current, then send your change again with its version.`
  return new Failure('version-conflict', message, { data: { current: new JsonText(current.json) } })
}
