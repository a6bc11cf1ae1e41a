import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequestParts } from './badRequest.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Refuses requests that a proxy may interpret differently: those with more than one `Host`, and those of HTTP before
 * 1.0, which have no headers.
 */
export function refuseAmbiguous(newRequestId: () => string, next: Listener): Listener {
  return (request, response) => {
    if (request.httpVersionMajor === 1 && hasOneHost(request.rawHeaders)) return next(request, response)
    const { headers, body } = badRequestParts(message, newRequestId())
    response.writeHead(400, headers)
    response.end(body)
  }
}

const message = 'A request must use HTTP/1.1 or HTTP/1.0 and have one Host header.'

/** `raw` is a flat list of names and values. Node has already refused requests of HTTP/1.1 without a Host. */
function hasOneHost(raw: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}
