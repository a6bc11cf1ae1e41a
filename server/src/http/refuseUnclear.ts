import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequestParts } from './badRequest.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Refuses what another server on the way may understand in another way than this one: more than one `Host`, and requests of HTTP
 * before 1.0, which have no headers at all.
 */
export function refuseUnclear(newRequestId: () => string, next: Listener): Listener {
  return (request, response) => {
    if (request.httpVersionMajor === 1 && hasOneHost(request.rawHeaders)) return next(request, response)
    const { headers, body } = badRequestParts(unreadable, newRequestId())
    response.writeHead(400, headers)
    response.end(body)
  }
}

const unreadable = 'A request must be of HTTP/1.1 or HTTP/1.0 and name one Host.'

/** Names and values in turn. A request of HTTP/1.1 without a Host does not come this far. */
function hasOneHost(raw: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}
