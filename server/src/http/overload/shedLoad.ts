import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFailureText } from '../../envelope/failed.ts'
import { unavailable } from '../../failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { corsHeaders } from '../crossSite.ts'
import { standingHeaders } from '../headers.ts'
import type { Refusal } from './LoadLimiter.ts'
import { findToken } from '../findToken.ts'
import { keepRequestId } from '../keepRequestId.ts'
import { Parking } from './Parking.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Seconds after which a new attempt makes sense: the room is measured anew ten times in one. */
const retryAfter = 1
/** How often the log tells of refusals, in milliseconds: a line each would cost more than refusing. */
const telling = 1_000

/**
 * Refuses requests while the house is full, before anything is done for them: no route is looked up, no body read, no line
 * logged. What is refused here has certainly not happened.
 */
export function shedLoad(options: AppOptions, next: Listener): Listener {
  const { limiter, log, listedOrigins, newRequestId } = options
  const standing = toList({ ...standingHeaders(options.secure), 'retry-after': `${retryAfter}` })
  const parking = new Parking()
  const texts: Record<Refusal | 'bodies', Texts> = {
    full: toTexts('More requests arrive than can be answered at the moment.'),
    share: toTexts('More requests of yours are under way than your share of what can be answered at the moment.'),
    bodies: toTexts('More large requests arrive than can be taken at the moment.'),
  }
  let [told, since] = [-Infinity, 0]
  const tell = (now: number) => {
    since += 1
    if (now - told < telling) return
    const { underWay, capacity } = limiter.counts
    log.warn({ refused: since, underWay, capacity }, 'more requests than can be answered')
    told = now
    since = 0
  }
  return (request, response) => {
    const refusal = findRefusal(request, response, options)
    if (refusal === undefined) return next(request, response)
    limiter.noteRefused(refusal)
    tell(performance.now())
    const id = keepRequestId(request.headers['x-request-id']) ?? newRequestId()
    const body = texts[refusal][request.method === 'GET' ? 'read' : 'write'](id)
    const own = ['x-request-id', id, 'content-length', `${body.length}`]
    const shared = listedOrigins.size > 0 ? toList(corsHeaders(request.headers.origin, listedOrigins)) : []
    response.writeHead(503, [...standing, ...own, ...shared, ...(options.isDraining() ? ['connection', 'close'] : [])])
    response.once('close', () => parking.park(request.socket))
    response.end(body, 'latin1')
  }
}

/** Headers in the form that costs Node the least. */
function toList(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}

/** Why a request is refused. The body of one that is let in is counted until it is answered. */
function findRefusal(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { limiter, cookie, findUser, bodies, bodyLimit }: AppOptions,
): Refusal | 'bodies' | undefined {
  const refusal = limiter.isFull() ? limiter.findRefusal(findUser(findToken(headers, cookie))) : undefined
  if (refusal) return refusal
  const bytes = headers['transfer-encoding'] ? bodyLimit : Number(headers['content-length'] ?? 0)
  // One that is too large is refused by its size.
  if (!(bytes > 0 && bytes <= bodyLimit)) return undefined
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

/** The body as a function of the request id alone: all else is made once. It is ASCII, so that its length is its size. */
function toBody(what: string, writes: boolean): (requestId: string) => string {
  const outcome = writes ? ({ outcome: 'not-applied' } as const) : {}
  const [before = '', after = ''] = toFailureText(unavailable(what, outcome), '\n').split('\\n')
  return (requestId) => `${before}${requestId}${after}`
}
