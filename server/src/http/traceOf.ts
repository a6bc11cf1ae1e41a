import type { FastifyRequest } from 'fastify'
import type { Trace } from '../request/requestMembers.ts'
import type { AppOptions } from './AppOptions.ts'
import { parseTraceparent } from './parseTraceparent.ts'
import type { Route } from './routes.ts'

/**
 * The members that the log has for every request. Of the path it has only the route: the rest is text of unknown
 * clients, who may have pasted anything there.
 */
export function traceOf(
  { id: requestId, method, headers, socket }: FastifyRequest,
  { clientAddress }: Pick<AppOptions, 'clientAddress'>,
  route: Route | undefined,
): Trace & { readonly address: string } {
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'])
  const trace = route ? { requestId, address, route } : { requestId, address, method }
  const parent = headers.traceparent === undefined ? undefined : parseTraceparent(headers.traceparent)
  return parent ? { ...trace, traceId: parent.traceId } : trace
}
