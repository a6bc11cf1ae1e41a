import type pg from 'pg'
import type { DriverConnection } from './guardStream.ts'
import type { Query, Values } from './Query.ts'

/** Execute without a limit of rows, and Sync: they follow every Bind. */
const executeAndSync = Buffer.from('E\0\0\0\t\0\0\0\0\0S\0\0\0\x04', 'latin1')

/**
 * A query whose rows are read by position, as texts. The driver's own query has every answer described, and makes
 * parsers for its columns and an object for its result: a third of what it costs to send a short statement.
 */
class RowQuery implements pg.Submittable {
  readonly #query: Query
  readonly #resolve: (rows: Values[]) => void
  readonly #reject: (error: unknown) => void
  readonly #rows: Values[] = []

  constructor(query: Query, resolve: (rows: Values[]) => void, reject: (error: unknown) => void) {
    this.#query = query
    this.#resolve = resolve
    this.#reject = reject
  }

  /** The driver remembers by its name and text what a connection has prepared. */
  get name(): string | undefined {
    return this.#query.name
  }

  get text(): string {
    return this.#query.text
  }

  submit(driver: pg.Connection): void {
    const connection = driver as unknown as DriverConnection
    // It fails when the driver learns that the connection has ended.
    if (!connection.stream.writable) return
    const { name = '', text, values } = this.#query
    const message = toMessage(name, values)
    if (name !== '' && isPrepared(connection, name)) {
      connection.stream.write(message)
      return
    }
    connection.stream.cork()
    connection.parse({ name, text })
    if (name !== '') connection.submittedNamedStatements[name] = text
    connection.stream.write(message)
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }
}

/** Runs a query and returns its rows. */
export function queryRows(client: pg.Client, query: Query): Promise<Values[]> {
  return new Promise((resolve, reject) => {
    client.query(new RowQuery(query, resolve, reject))
  })
}

function isPrepared({ parsedStatements, submittedNamedStatements }: DriverConnection, name: string): boolean {
  return parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined
}

/** Bind, Execute and Sync as one message. All values and all columns are texts. */
function toMessage(name: string, values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  let length = 4 + 1 + name.length + 1 + 2 + 2 + 4 * values.length + 2
  for (const own of lengths) length += own
  const message = Buffer.allocUnsafe(1 + length + executeAndSync.length)
  message[0] = 0x42
  let at = writeInteger(message, length, 1)
  // The unnamed portal.
  message[at++] = 0
  at += message.write(name, at, 'latin1')
  message[at++] = 0
  // No formats: all values are texts.
  message[at++] = 0
  message[at++] = 0
  message[at++] = values.length >>> 8
  message[at++] = values.length
  for (const [index, value] of values.entries()) {
    if (value === null) at = writeInteger(message, -1, at)
    else {
      at = writeInteger(message, lengths[index] ?? 0, at)
      at += message.write(value, at, 'utf8')
    }
  }
  message[at++] = 0
  message[at++] = 0
  executeAndSync.copy(message, at)
  return message
}

function writeInteger(message: Buffer, value: number, at: number): number {
  message[at] = value >>> 24
  message[at + 1] = value >>> 16
  message[at + 2] = value >>> 8
  message[at + 3] = value
  return at + 4
}
