import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFailureText } from '../../envelope/failed.ts'
import { unavailable } from '../../failure/failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { corsHeaders } from '../crossSite.ts'
import { findToken } from '../findToken.ts'
import { commonHeaders } from '../headers.ts'
import { parseRequestId } from '../parseRequestId.ts'
import { smallSize } from './ByteBudget.ts'
import type { ShedReason } from './LoadLimiter.ts'
import { PausedConnections } from './PausedConnections.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Seconds after which a retry makes sense: the capacity is measured ten times in a second. */
const retryAfter = 1
/** How often refusals are logged, in milliseconds: one line for each would cost more than the refusal. */
const logInterval = 1_000

/**
 * Refuses requests while the capacity is used up, before any work is done for them: no route is looked up, no body is
 * read, no line is logged. So a refused request has certainly written nothing.
 */
export function shedLoad(options: AppOptions, next: Listener): Listener {
  const { log, listedOrigins, newRequestId } = options
  const { limiter } = options.tenant
  const common = toList({ ...commonHeaders(options.secure), 'retry-after': `${retryAfter}` })
  const paused = new PausedConnections()
  const texts: Record<ShedReason | 'bodies', Texts> = {
    full: toTexts('More requests arrive than the service can answer at the moment.'),
    share: toTexts('More requests of yours are under way than your share of the capacity at the moment.'),
    bodies: toTexts('More large requests arrive than the service can hold at the moment.'),
  }
  let [loggedAt, refused] = [-Infinity, 0]
  const logRefusal = (now: number) => {
    refused += 1
    if (now - loggedAt < logInterval) return
    const { underWay, capacity } = limiter.counts
    log.warn({ refused, underWay, capacity }, 'more requests than can be answered')
    loggedAt = now
    refused = 0
  }
  return (request, response) => {
    const refusal = findShedReason(request, response, options)
    if (refusal === undefined) return next(request, response)
    limiter.countRefusal(refusal)
    logRefusal(performance.now())
    const id = parseRequestId(request.headers['x-request-id']) ?? newRequestId()
    const body = texts[refusal][request.method === 'GET' ? 'read' : 'write'](id)
    const own = ['x-request-id', id, 'content-length', `${body.length}`]
    const cors = listedOrigins.size > 0 ? toList(corsHeaders(request.headers.origin, listedOrigins)) : []
    response.writeHead(503, [...common, ...own, ...cors, ...(options.isDraining() ? ['connection', 'close'] : [])])
    response.once('close', () => paused.pause(request.socket))
    response.end(body, 'latin1')
  }
}

/** Headers as a flat list, the form that costs Node the least. */
function toList(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}

/** Why a request is refused. The body of an accepted request is counted until the answer is sent. */
function findShedReason(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { tenant, cookie, bodies, bodyLimit }: AppOptions,
): ShedReason | 'bodies' | undefined {
  const { limiter } = tenant
  const refusal = limiter.isFull() ? limiter.findShedReason(tenant.findUser(findToken(headers, cookie))) : undefined
  if (refusal) return refusal
  const bytes = headers['transfer-encoding'] ? bodyLimit : Number(headers['content-length'] ?? 0)
  // Small bodies are bounded by the number of requests; a body that is too large is refused later, by its size.
  if (!(bytes > smallSize && bytes <= bodyLimit)) return undefined
  if (!bodies.admits(bytes)) return 'bodies'
  bodies.hold(bytes)
  response.once('close', () => bodies.release(bytes))
  return undefined
}

interface Texts {
  read(requestId: string): string
  write(requestId: string): string
}

function toTexts(what: string): Texts {
  return { read: toBody(what, false), write: toBody(what, true) }
}

/** Returns the body for a request id; the rest is made once. The body is ASCII, so that its length is its size. */
function toBody(what: string, writes: boolean): (requestId: string) => string {
  const outcome = writes ? ({ outcome: 'not-applied' } as const) : {}
  const [before = '', after = ''] = toFailureText(unavailable(what, outcome), '\n').split('\\n')
  return (requestId) => `${before}${requestId}${after}`
}
