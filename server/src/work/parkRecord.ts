import type { Reaction } from '../logic/Logic.ts'
import type { NamedSql } from '../sql/sql.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { sendJobForRecordStatement } from '../statement/service/jobsSent.ts'
import { toDelay } from './backoff.ts'
import { explainError } from './explainError.ts'
import type { ReactionsOptions } from './Reactions.ts'
import { serviceRequestId } from '../request/requestIds.ts'

/** Reactions that cause each other without an end. It is not tried again by itself. */
export class LoopFound extends Error {
  override readonly name = 'Loop'
}

/** The statement that sends a job for a record that a reaction could not handle. The log says why. */
export function toParkedJob(
  { name, on: model }: Reaction,
  { id, requestId }: JournaledChange,
  { after, error }: { readonly after: number; readonly error: unknown },
  { log, random }: ReactionsOptions,
): NamedSql {
  const reason = explainError(error)
  log.warn({ reaction: name, model, id, requestId, reason }, 'a reaction failed for a record')
  return sendJobForRecordStatement(name, {
    record: { model, id, after },
    error: reason,
    delay: error instanceof LoopFound ? null : toDelay(1, random()),
    requestId: serviceRequestId('reaction', name),
  })
}
