import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFailureText } from '../envelope/failed.ts'
import { unavailable } from '../failure.ts'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { standingHeaders } from './headers.ts'
import { keepRequestId } from './keepRequestId.ts'
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
export function refuseAtDoor(options: AppOptions, next: Listener): Listener {
  const { door, log, listedOrigins, newRequestId } = options
  const standing = toList({ ...standingHeaders(options.secure), 'retry-after': `${retryAfter}` })
  const parking = new Parking()
  const [read, write] = [toBody(false), toBody(true)]
  let [told, since] = [-Infinity, 0]
  const tell = (now: number) => {
    since += 1
    if (now - told < telling) return
    const { underWay, room } = door.counts
    log.warn({ refused: since, underWay, room }, 'more requests than can be answered')
    told = now
    since = 0
  }
  return (request, response) => {
    if (!door.isFull()) return next(request, response)
    door.noteRefused('full')
    tell(performance.now())
    const id = keepRequestId(request.headers['x-request-id']) ?? newRequestId()
    const body = request.method === 'GET' ? read(id) : write(id)
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

/** The body as a function of the request id alone: all else is made once. It is ASCII, so that its length is its size. */
function toBody(writes: boolean): (requestId: string) => string {
  const outcome = writes ? ({ outcome: 'not-applied' } as const) : {}
  const failure = unavailable('More requests arrive than can be answered at the moment.', outcome)
  const [before = '', after = ''] = toFailureText(failure, '\n').split('\\n')
  return (requestId) => `${before}${requestId}${after}`
}
