import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWrite, type Operation } from '../call/Request.ts'
import { type Failure, isProgramError, unavailable } from '../failure.ts'
import type { Trace } from '../log.ts'
import type { AppOptions } from './AppOptions.ts'
import { largeBody } from './createLine.ts'
import type { Visit } from './overload/LoadLimiter.ts'
import { send } from './send.ts'
import { asFailure, type Reply, toFailureReply, toReply } from './toReply.ts'
import { toRequest } from './toRequest.ts'
import { traceOf } from './traceOf.ts'
import { watchSending } from './watchSending.ts'

/** Answers one request and notes it in the log. */
export async function handle(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
): Promise<FastifyReply> {
  const { limiter } = options
  const start = performance.now()
  // Whoever logs in waits in a line of their own, which is bounded as well.
  const counts = operation !== 'login'
  const visit = counts ? limiter.begin(start) : undefined
  const trace: Trace = { ...traceOf(request, options), operation }
  let answered: Reply
  try {
    if (request.body instanceof Uint8Array && request.body.length > largeBody) await options.takePlace()
    const admit = (user: number) => visit && limiter.enter(visit, user)
    const incoming = toRequest(operation, request, options)
    if (incoming.id !== undefined && /^\d{1,16}$/.test(incoming.id)) trace.id = incoming.id
    const envelope = await options.answer(incoming, trace, admit)
    const known = operation === 'read' ? request.headers['if-none-match'] : undefined
    answered = requireKept(toReply(envelope, known, options.cookie), operation, visit, options)
  } catch (error) {
    answered = toRefusal(asFailure(error), trace, options)
  }
  const end = performance.now()
  if (visit) limiter.end(visit, end, answered.status !== 503)
  trace.bytes = Buffer.byteLength(answered.body)
  options.log.request(trace, answered.status, end - start)
  send(answered, request, reply, options)
  const sending = { response: reply.raw, bytes: answered.body.length, user: visit?.user }
  watchSending(sending, options.answers, () => visit && limiter.leave(visit))
  return reply
}

/** Refuses what is too large to be kept while others do not read their answers. What was written is always told. */
function requireKept(reply: Reply, operation: Operation, visit: Visit | undefined, { answers }: AppOptions): Reply {
  if (isWrite[operation] || answers.admits(reply.body.length, visit?.user)) return reply
  throw unavailable('Too many large answers wait to be read by their clients.', { reason: 'unread' })
}

/** Every failure becomes a reply here, once. */
function toRefusal(failure: Failure, trace: Trace, { limiter, log }: AppOptions): Reply {
  const { cause } = failure
  if (failure.code === 'internal' || isProgramError(cause))
    log.error({ requestId: trace.requestId, err: cause }, 'internal failure')
  const refused = toFailureReply(failure, trace.requestId)
  trace.code = failure.code
  if (failure.details.user !== undefined) trace.user = failure.details.user
  const reason = findReason(failure)
  if (reason !== undefined) trace.reason = reason
  if (refused.status === 503) limiter.noteRefused(reason ?? 'other')
  return refused
}

function findReason({ code, cause, details }: Failure): string | undefined {
  if (details.reason !== undefined) return details.reason
  if (code !== 'unavailable' || !(cause instanceof Error)) return undefined
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
