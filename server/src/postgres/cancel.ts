import { connect } from 'node:net'
import type pg from 'pg'

const cancelRequestCode = 80_877_102
const patience = 1_000

/**
 * Asks PostgreSQL to end what a connection is doing, over a connection of its own as the protocol wants it. There is no
 * answer: what it comes to shows on the first connection, or not at all.
 */
export function cancel(client: pg.Client): void {
  const { processID, secretKey } = client as unknown as { processID: number | null; secretKey: number | null }
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, cancelRequestCode, processID, secretKey].entries())
    message.writeInt32BE(value, index * 4)
  const { host, port } = client
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(patience, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('connect', () => socket.end(message))
  socket.on('data', () => {})
}

/** The number of the server's process behind a connection. */
export function processOf(client: pg.Client): number {
  return (client as unknown as { processID: number | null }).processID ?? 0
}
