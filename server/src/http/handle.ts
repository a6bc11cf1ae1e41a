import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../call/Operation.ts'
import { type Failure, isProgramError, unavailable } from '../failure/failure.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { AppOptions } from './AppOptions.ts'
import { largeBodySize } from './overload/createBodyQueue.ts'
import type { CountedRequest } from './overload/LoadLimiter.ts'
import { watchSending } from './overload/watchSending.ts'
import { send } from './send.ts'
import { requireTrailers, sendDownload } from './sendDownload.ts'
import { sendStream } from './sendStream.ts'
import { startTiming } from './startTiming.ts'
import { countScim, toRefusalOf, toScimReply } from './scim.ts'
import { asFailure, type Reply, toReply } from './toReply.ts'
import type { Route } from './routes.ts'
import { toRequest } from './toRequest.ts'
import { traceOf } from './traceOf.ts'

/**
 * Answers one request and logs it. It does not return the reply, as handlers of the framework may: the framework would
 * wait for it, although it is sent.
 */
export async function handle(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
): Promise<void> {
  const { tenant, recorder } = options
  const { limiter } = tenant
  const { operation } = route
  const start = performance.now()
  let counted = operation.counted ? limiter.begin(start) : undefined
  const trace = traceOf(request, options, route)
  const timing = startTiming(route, request, trace, start, options)
  let answered: Reply
  let language: string | undefined
  try {
    if (request.body instanceof Uint8Array && request.body.length > largeBodySize) await options.awaitBodyTurn()
    const onUser = (user: number) => counted && limiter.setUser(counted, user)
    const isGone = () => reply.raw.destroyed
    // While it waits for changes, the feed counts it.
    const onWait = () => {
      if (counted) limiter.wait(counted, performance.now())
      counted = undefined
    }
    const onGone = (listener: () => void) => void reply.raw.once('close', listener)
    const onLanguage = (known: string) => {
      language = known
    }
    const own = { onUser, onLanguage, isGone, onGone, onWait }
    const observer = timing ? { ...own, onStage: timing.onStage } : own
    const incoming = toRequest(operation, request, options, trace.address)
    if (incoming.id !== undefined && /^\d{1,16}$/.test(incoming.id)) trace.id = incoming.id
    const envelope = await tenant.answer(incoming, trace, observer)
    if (envelope.stream) {
      options.log.request(trace, 200, performance.now() - start)
      recorder.answered(operation.name, 200, performance.now() - start)
      void sendStream(envelope.stream, request, reply, options)
      return
    }
    if (envelope.download) {
      requireTrailers(envelope.download, request)
      const head: Reply = { status: 200, headers: {}, body: '' }
      timing?.end(trace, head, performance.now())
      const downloading = { trace, start, operation: operation.name, headers: head.headers }
      void sendDownload(envelope.download, request, reply, options, downloading)
      return
    }
    if (envelope.replayed) recorder.replayed()
    else if (envelope.merged) recorder.merged()
    const ifNoneMatch = operation.conditional ? request.headers['if-none-match'] : undefined
    const whole = operation.isScim ? toScimReply(envelope) : toReply(envelope, ifNoneMatch, options.cookie)
    answered = requireAnswerFits(whole, operation, counted, options)
  } catch (error) {
    const failure = asFailure(error, options.explainErrors)
    answered = toRefusal(failure, operation, trace, options)
    if (operation.isBare) answered = { ...answered, body: '' }
    if (operation.page !== undefined) answered = leadBrowser(answered, failure, operation.page, request, options)
  }
  if (language !== undefined) answered.headers['content-language'] = language
  const end = performance.now()
  timing?.end(trace, answered, end)
  if (counted) limiter.answered(counted, end, answered.status !== 503)
  const bytes = Buffer.byteLength(answered.body)
  trace.bytes = bytes
  options.log.request(trace, answered.status, end - start)
  recorder.answered(operation.name, answered.status, end - start)
  if (operation.isScim) countScim(request, answered, recorder)
  send(answered, request, reply, options, bytes)
  const sending = { response: reply.raw, bytes: answered.body.length, user: counted?.user }
  watchSending(sending, options.answers, () => counted && limiter.sent(counted))
}

/** Leads a browser to a page that says what is wrong; programs get the failure. */
function leadBrowser(
  refused: Reply,
  { code, details }: Failure,
  page: string,
  { id, headers }: FastifyRequest,
  { console: files, cookie }: AppOptions,
): Reply {
  if (files === undefined || !/\btext\/html\b/.test(headers.accept ?? '')) return refused
  const reason = details.data?.['reason']
  const query = new URLSearchParams({ problem: typeof reason === 'string' ? reason : code, request: id })
  return {
    ...refused,
    status: 303,
    headers: { location: `${page}?${query.toString()}` },
    body: '',
    cookies: [cookie.toLoginHeader(null)],
  }
}

/** Refuses an answer if too much memory holds answers that clients do not read. The answer to a write always fits. */
function requireAnswerFits(
  reply: Reply,
  operation: Operation,
  counted: CountedRequest | undefined,
  { answers }: AppOptions,
): Reply {
  if (operation.writes || answers.admits(reply.body.length, counted?.user)) return reply
  throw unavailable('Too many large answers wait for their clients to read them.', { reason: 'unread' })
}

/** Turns a failure into a reply: the only place where an operation's failure becomes one. */
function toRefusal(
  failure: Failure,
  operation: Operation,
  trace: Trace,
  { tenant: { limiter }, log, recorder, challenge }: AppOptions,
): Reply {
  const { cause } = failure
  if (failure.code === 'internal' || isProgramError(cause))
    log.error({ requestId: trace.requestId, err: cause }, 'internal failure')
  const refused = toRefusalOf(operation, failure, trace.requestId, challenge)
  trace.code = failure.code
  recorder.failed(failure.code)
  if (failure.details.user !== undefined) trace.user = failure.details.user
  const reason = findReason(failure)
  if (reason !== undefined) trace.reason = reason
  if (refused.status === 503) limiter.countRefusal(reason ?? 'other')
  return refused
}

function findReason({ code, cause, details }: Failure): string | undefined {
  if (details.reason !== undefined) return details.reason
  if (code !== 'unavailable' || !(cause instanceof Error)) return undefined
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
