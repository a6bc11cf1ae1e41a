import { connect } from 'node:net'
import type pg from 'pg'

const cancelRequestCode = 80_877_102
const timeout = 1_000

/**
 * Asks PostgreSQL to cancel the current statement of a connection, over a second connection, as the protocol requires.
 * There is no answer: if it succeeds, the statement fails on the first connection.
 */
export function cancel(client: pg.Client): void {
  const { processID, secretKey } = client as unknown as { processID: number | null; secretKey: number | null }
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, cancelRequestCode, processID, secretKey].entries())
    message.writeInt32BE(value, index * 4)
  const { host, port } = client
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(timeout, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('connect', () => socket.end(message))
  socket.on('data', () => {})
}

/** Returns the id of the server process of a connection. */
export function processOf(client: pg.Client): number {
  return (client as unknown as { processID: number | null }).processID ?? 0
}
