import type { FastifyRequest } from 'fastify'
import type { Trace } from '../log.ts'
import type { AppOptions } from './AppOptions.ts'

/**
 * The members that the log has for every request. Of the path it has only the route: the rest is text of unknown
 * clients, who may have pasted anything there.
 */
export function traceOf(
  { id, method, headers, socket, routeOptions }: FastifyRequest,
  { clientAddress }: Pick<AppOptions, 'clientAddress'>,
): Trace {
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'])
  const trace: Trace = { requestId: id, address, method }
  if (routeOptions.url !== undefined) trace.path = routeOptions.url
  return trace
}
