import type { ChildProcess } from 'node:child_process'

/** A connection as Node hands it to a worker. */
interface Connection {
  close(): void
}

/**
 * Closes the connections that were on their way to a worker when it died. Node keeps them open in the primary until the
 * worker says that it took them, which it never will: the client would wait for ever, and the socket would be lost.
 */
export function closeUndelivered(worker: ChildProcess): void {
  const untaken = new Map<number, Connection>()
  const send = worker.send.bind(worker) as (...given: unknown[]) => boolean
  worker.send = (message: unknown, connection?: unknown, ...others: unknown[]) => {
    const number = numberOf(message, 'seq')
    if (number !== undefined && isConnection(connection)) untaken.set(number, connection)
    return send(message, connection, ...others)
  }
  worker.on('internalMessage', (message: unknown) => {
    const number = numberOf(message, 'ack')
    if (number !== undefined) untaken.delete(number)
  })
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
    untaken.clear()
  })
}

/** By this number Node knows which of its messages is answered. */
function numberOf(message: unknown, member: 'seq' | 'ack'): number | undefined {
  if (typeof message !== 'object' || message === null || !(member in message)) return undefined
  const number = (message as Record<string, unknown>)[member]
  return typeof number === 'number' ? number : undefined
}

function isConnection(handle: unknown): handle is Connection {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function'
}
