import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../call/Request.ts'
import { type Failure, isProgramError } from '../failure.ts'
import type { Trace } from '../log.ts'
import type { AppOptions } from './AppOptions.ts'
import { send } from './send.ts'
import { asFailure, type Reply, toFailureReply, toReply } from './toReply.ts'
import { toRequest } from './toRequest.ts'

/** Answers one request and notes it in the log. */
export async function handle(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
): Promise<FastifyReply> {
  const { door } = options
  const start = performance.now()
  // Whoever logs in waits in a line of their own, which is bounded as well.
  const counts = operation !== 'login'
  const began = counts ? door.begin(start) : 0
  const trace: Trace = { requestId: request.id, operation }
  let answered: Reply
  try {
    const envelope = await options.answer(toRequest(operation, request, options), trace)
    const known = operation === 'read' ? request.headers['if-none-match'] : undefined
    answered = toReply(envelope, known, options.cookie)
  } catch (error) {
    answered = toRefusal(asFailure(error), trace, options)
  }
  const end = performance.now()
  if (counts) door.end(began, end, answered.status !== 503)
  options.log.request(trace, answered.status, end - start)
  return send(answered, request, reply, options)
}

/** Every failure becomes a reply here, once. */
function toRefusal(failure: Failure, trace: Trace, { door, log }: AppOptions): Reply {
  const { cause } = failure
  if (failure.code === 'internal' || isProgramError(cause))
    log.error({ requestId: trace.requestId, err: cause }, 'internal failure')
  const refused = toFailureReply(failure, trace.requestId)
  trace.code = failure.code
  const reason = findReason(failure)
  if (reason !== undefined) trace.reason = reason
  if (refused.status === 503) door.noteRefused(reason ?? 'other')
  return refused
}

function findReason({ code, cause, details }: Failure): string | undefined {
  if (details.reason !== undefined) return details.reason
  if (code !== 'unavailable' || !(cause instanceof Error)) return undefined
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
