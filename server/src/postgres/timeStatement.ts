import type { NamedSql } from '../sql/sql.ts'

/**
 * Called for every statement with its name, its duration including the wait for a connection, the number of rows it
 * returned (undefined if it failed), and how many items of a batch shared it (undefined if it is never shared).
 */
export type OnStatement = (
  statement: string,
  milliseconds: number,
  rows: number | undefined,
  items: number | undefined,
) => void

/** Runs a statement, and reports how long it took. Does not read the clock if there is no observer. */
export function timeStatement<Row>(
  { statement }: NamedSql,
  onStatement: OnStatement | undefined,
  run: () => Promise<Row[]>,
  items?: number,
): Promise<Row[]> {
  return onStatement ? runTimed(statement, onStatement, run, items) : run()
}

async function runTimed<Row>(
  statement: string,
  onStatement: OnStatement,
  run: () => Promise<Row[]>,
  items: number | undefined,
): Promise<Row[]> {
  const start = performance.now()
  let rows: Row[] | undefined
  try {
    rows = await run()
    return rows
  } finally {
    onStatement(statement, performance.now() - start, rows?.length, items)
  }
}
