import type { FastifyRequest } from 'fastify'
import type { Trace } from '../log.ts'
import type { AppOptions } from './AppOptions.ts'

/**
 * The members that the log has for every request. Of the path it has only the route: the rest is text of unknown
 * clients, who may have pasted anything there.
 */
export function traceOf(
  { id, method, headers, socket }: FastifyRequest,
  { clientAddress }: Pick<AppOptions, 'clientAddress'>,
  path: string | undefined,
): Trace & { readonly address: string } {
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'])
  const trace: Trace & { readonly address: string } = { requestId: id, address, method }
  if (path !== undefined) trace.path = path
  return trace
}
