import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../call/Request.ts'
import type { Failure } from '../failure.ts'
import type { AppOptions, Trace } from './AppOptions.ts'
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
  if (counts) door.begin(start)
  const trace: Trace = { requestId: request.id, operation }
  const { answered, ...fault } = await answerSafely(operation, request, trace, options)
  const end = performance.now()
  if (counts) door.end(start, end)
  if (answered.status === 503) door.noteRefused(fault.reason ?? 'other')
  const ms = Math.round((end - start) * 100) / 100
  options.log.request({ ...trace, status: answered.status, ...fault, ms })
  return send(answered, request, reply, options)
}

interface Answered {
  readonly answered: Reply
  readonly code?: string
  /** Why the service is unavailable, by a code for operators. */
  readonly reason?: string
}

/** Every failure becomes a reply here, once. */
async function answerSafely(
  operation: Operation,
  request: FastifyRequest,
  trace: Trace,
  options: AppOptions,
): Promise<Answered> {
  try {
    const envelope = await options.answer(toRequest(operation, request, options), trace)
    const known = operation === 'read' ? request.headers['if-none-match'] : undefined
    return { answered: toReply(envelope, known, options.cookie) }
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'internal')
      options.log.error({ requestId: trace.requestId, err: failure.cause }, 'internal failure')
    return { answered: toFailureReply(failure, trace.requestId), code: failure.code, ...reasonOf(failure) }
  }
}

function reasonOf({ code, cause, details }: Failure): { reason?: string } {
  if (details.reason !== undefined) return { reason: details.reason }
  if (code !== 'unavailable' || !(cause instanceof Error)) return {}
  return { reason: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name }
}
