import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/**
 * Gives a function that tells what to wait for until the answers before this one have left the connection. A client that sends many requests at
 * once and reads none of the answers would otherwise fill the memory with them.
 */
export function createTurns(): (reply: FastifyReply) => Promise<unknown> | undefined {
  const answering = new WeakMap<Socket, FastifyReply['raw']>()
  return ({ raw }) => {
    const { socket } = raw.req
    const before = answering.get(socket)
    answering.set(socket, raw)
    return before && !before.closed && !before.writableFinished ? once(before, 'close') : undefined
  }
}
