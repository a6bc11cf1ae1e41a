import type { ExecutionServices } from '../../execute/ExecutionServices.ts'
import type { WriteTransaction } from '../../execute/write/WriteTransaction.ts'
import { inTransaction } from '../../execute/inTransaction.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import type { Deadline } from '../../request/deadline.ts'
import type { Log } from '../../request/log.ts'
import type { Caller } from '../../session/Caller.ts'
import type { Scim } from './Scim.ts'

/** What requests of SCIM use. */
export interface ScimServices extends ExecutionServices {
  readonly scim: Scim
  readonly log: Log
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** A directory that writes: by its key, whose user is the author. */
export interface Directory {
  readonly caller: Caller
  readonly deadline: Deadline
}

/**
 * Writes for a directory, all or nothing. What it may do follows from the protocol and from the declared groups, and
 * not from rules; its key is checked in the transaction.
 */
export async function writeForDirectory<Result>(
  { caller, deadline }: Directory,
  requestId: string,
  services: ScimServices,
  work: (tx: WriteTransaction, context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const { userId, credential } = caller
  const authorization = { ...serviceAuthorization(services.models), userId, credential, deadline }
  const context = { authorization, requestId: `scim-${requestId}`, dryRun: false }
  const done: { result?: Result } = {}
  await inTransaction(context, services, async (tx) => {
    done.result = await work(tx, context)
    return { data: '' }
  })
  return done.result as Result
}
