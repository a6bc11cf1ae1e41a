import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The driver cannot read what PostgreSQL answered, such as a text that is longer than a string can be. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** What is used of the driver's connection beside its documented interface. */
interface DriverConnection {
  readonly stream: Socket
  /** The texts of the statements that are prepared on it, by their names. */
  readonly parsedStatements: Record<string, string>
  attachListeners(stream: EventEmitter): void
  /** Closes a prepared statement. */
  close(message: { readonly type: 'S'; readonly name: string }): void
}

/** The driver's own connection behind a client. */
export function connectionOf(client: pg.Client): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection
}

/**
 * The driver reads answers in the event of a socket. If it throws there, as for a text over 512 MB, nothing catches it
 * and the process ends. Here the connection ends instead, and its statement fails.
 */
export function guardStream(client: pg.Client): void {
  const connection = connectionOf(client)
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    attach(stream)
    for (const listener of stream.listeners('data')) {
      stream.removeListener('data', listener as () => void)
      stream.on('data', (chunk: unknown) => {
        try {
          listener.call(stream, chunk)
        } catch (error) {
          const failure = new UnreadableAnswer('The answer of the database cannot be read.', { cause: error })
          connection.stream.destroy(failure)
        }
      })
    }
  }
}
