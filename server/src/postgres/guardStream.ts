import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The driver cannot parse an answer of PostgreSQL, such as a text that is longer than a string can be. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** The undocumented members of the driver's connection that are used here. */
export interface DriverConnection {
  readonly stream: Socket
  /** The texts of the prepared statements by their names. */
  readonly parsedStatements: Record<string, string>
  /** Those that were sent and are not known to be prepared yet. */
  readonly submittedNamedStatements: Record<string, string>
  attachListeners(stream: EventEmitter): void
  /** Prepares a statement. */
  parse(statement: { readonly name: string; readonly text: string }): void
  /** Closes a prepared statement. */
  close(message: { readonly type: 'S'; readonly name: string }): void
}

/** Returns the driver's own connection of a client. */
export function connectionOf(client: pg.Client): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection
}

/**
 * Catches errors of the driver while it parses answers. The driver parses in an event of the socket: an error there, as
 * for a text over 512 MB, would end the process. With this guard only the connection ends, and its statement fails.
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
