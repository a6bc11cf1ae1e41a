import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/**
 * Returns a function that waits until the answer before this one has left the same connection; it returns undefined if
 * there is nothing to wait for. Without it, a client that sends many requests at once and reads no answers would fill
 * the memory with them.
 */
export function createResponseOrder(): (reply: FastifyReply) => Promise<unknown> | undefined {
  const latest = new WeakMap<Socket, FastifyReply['raw']>()
  return ({ raw }) => {
    const { socket } = raw.req
    const previous = latest.get(socket)
    latest.set(socket, raw)
    return previous && !previous.closed && !previous.writableFinished ? once(previous, 'close') : undefined
  }
}
