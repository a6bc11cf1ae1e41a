import type { NamedSql } from '../sql/sql.ts'

/**
 * Told of every statement: its name, how long it took with its wait for a connection, and how many rows it gave;
 * undefined where it failed.
 */
export type OnStatement = (statement: string, milliseconds: number, rows: number | undefined) => void

/** Runs a statement, and tells how long it took. The clock is not read where nobody is told. */
export async function observe<Row>(
  { statement }: NamedSql,
  onStatement: OnStatement | undefined,
  run: () => Promise<Row[]>,
): Promise<Row[]> {
  if (!onStatement) return run()
  const start = performance.now()
  let rows: Row[] | undefined
  try {
    rows = await run()
    return rows
  } finally {
    onStatement(statement, performance.now() - start, rows?.length)
  }
}
