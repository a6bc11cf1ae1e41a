import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import type { Query } from '../../src/schema/RecordState.ts'
import { sizeOf } from './rounds.ts'

/** Runs a function on a new connection. */
export async function using<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.open(url)
  try {
    return await work(connection)
  } finally {
    connection.destroy()
  }
}

/** Where a migration is interrupted. */
export interface Interruption {
  /** At which of the statements that change something, from 1. */
  readonly n: number
  /** Whether the statement is sent, without anybody waiting for the answer, or not sent at all. */
  readonly sent: boolean
}

/** At which statements a test interrupts a migration, until there are no more: in CI at every fourteenth one. */
export function* interruptions(): Generator<number> {
  const step = sizeOf({ inCi: 14, long: 1 })
  for (let n = 1 + Math.floor(Math.random() * step); ; n += step) yield n
}

/** Starts to migrate a database to the models, and breaks off. Returns whether there was such a statement. */
export async function interrupt(url: string, models: Models, interruption: Interruption): Promise<boolean> {
  return using(url, (connection) =>
    applyMigration(breaking(connection, interruption), models, { allowDataLoss: true }).then(
      () => false,
      (error: unknown) => {
        if (String(error) !== `Error: Broken at statement ${interruption.n}.`) throw error
        return true
      },
    ),
  )
}

function breaking(connection: Connection, { n, sent }: Interruption): { query: Query } {
  let count = 0
  return {
    query: async (statement) => {
      const { text } = statement.toQuery()
      if (/^(alter|comment|commit|create|drop|insert|with batch)/.test(text)) count++
      if (count < n) return connection.query(statement)
      if (sent) connection.query(statement).catch(() => {})
      connection.destroy()
      throw new Error(`Broken at statement ${n}.`)
    },
  }
}
