import type { NamedSql } from '../sql/sql.ts'

/**
 * Called for every statement with its name, its duration including the wait for a connection, and the number of rows it
 * returned; undefined if it failed.
 */
export type OnStatement = (statement: string, milliseconds: number, rows: number | undefined) => void

/** Runs a statement, and reports how long it took. Does not read the clock if there is no observer. */
export function observe<Row>(
  { statement }: NamedSql,
  onStatement: OnStatement | undefined,
  run: () => Promise<Row[]>,
): Promise<Row[]> {
  return onStatement ? runTimed(statement, onStatement, run) : run()
}

async function runTimed<Row>(statement: string, onStatement: OnStatement, run: () => Promise<Row[]>): Promise<Row[]> {
  const start = performance.now()
  let rows: Row[] | undefined
  try {
    rows = await run()
    return rows
  } finally {
    onStatement(statement, performance.now() - start, rows?.length)
  }
}
