import type { ChildProcess } from 'node:child_process'

/** A connection as Node hands it to a worker. */
interface Connection {
  close(): void
}

/**
 * Closes the connections that were sent to a worker but not accepted before it died. Node keeps them open in the
 * primary until the worker acknowledges them. A dead worker never does: the client would wait forever, and the socket
 * would leak.
 */
export function closeUndelivered(worker: ChildProcess): void {
  const undelivered = new Map<number, Connection>()
  const send = worker.send.bind(worker) as (...parameters: unknown[]) => boolean
  worker.send = (message: unknown, connection?: unknown, ...others: unknown[]) => {
    const number = numberOf(message, 'seq')
    if (number !== undefined && isConnection(connection)) undelivered.set(number, connection)
    return send(message, connection, ...others)
  }
  worker.on('internalMessage', (message: unknown) => {
    const number = numberOf(message, 'ack')
    if (number !== undefined) undelivered.delete(number)
  })
  worker.once('exit', () => {
    for (const connection of undelivered.values()) connection.close()
    undelivered.clear()
  })
}

/** The number by which Node matches its messages with their acknowledgements. */
function numberOf(message: unknown, member: 'seq' | 'ack'): number | undefined {
  if (typeof message !== 'object' || message === null || !(member in message)) return undefined
  const number = (message as Record<string, unknown>)[member]
  return typeof number === 'number' ? number : undefined
}

function isConnection(handle: unknown): handle is Connection {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function'
}
