import { createHmac, type KeyObject } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import type { Call } from './Call.ts'
import type { Operation } from './Operation.ts'
import type { Request } from './Request.ts'

/** What parsing needs besides the request. */
export interface CallLimits {
  readonly maxLimit: number
  /** Signs the stored digests of requests: without the key nobody can find out a body by trying. */
  readonly signingKey: KeyObject | Uint8Array
}

/** Parses a request like `parseCall`, but returns a failure: for unknown clients, another failure comes first. */
export function tryParseCall(operation: Operation, request: Request, limits: CallLimits): Call | Failure {
  try {
    return parseCall(operation, request, limits)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Parses the text that a client sent into a call of an operation. */
function parseCall(operation: Operation, request: Request, { maxLimit, signingKey }: CallLimits): Call {
  const call = operation.parse(request, maxLimit)
  if (!call.idempotency) return call
  const { key, hash } = call.idempotency
  return { ...call, idempotency: { key, hash: createHmac('sha256', signingKey).update(`once ${hash}`).digest('hex') } }
}
