import { Failure } from '../../failure/failure.ts'
import { requireAt } from '../../failure/invariant.ts'
import { isBuiltIn } from '../../model/builtIn/names.ts'
import { withoutAnswer } from '../write/record/showRecords.ts'
import type { WrittenRecord } from '../write/WriteTransaction.ts'
import { askRows, type DiagnosedRow } from './askRows.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { toIndex } from './toIndex.ts'

/** How often what is left is tried, each time without the records that failed. */
const maxTrials = 20

/**
 * Finds everything that is wrong with records of one model. Those with which nothing is wrong are written, so that the
 * database's own constraints, links and members are tried, too. Returns what was written, by path.
 */
export async function diagnoseRows(
  rows: readonly DiagnosedRow[],
  diagnosis: Diagnosis,
): Promise<ReadonlyMap<string, WrittenRecord>> {
  const [first] = rows
  if (!first) return new Map()
  const { model } = first.plan
  const { tx, problems } = diagnosis
  // Writes of users, roles and rules have rights of their own, which only the write itself knows.
  if (!isBuiltIn(model.name) || tx.authorization.rights.isAdmin) await askRows(model, rows, diagnosis)
  const left = rows.filter(({ path, wrong }) => wrong.size === 0 && !problems.has(toIndex(path)))
  const written = await tryRows(left, (some) => tx.write(some.map(withoutAnswer)), diagnosis)
  return new Map(written.rows.map(({ path }, index) => [path, requireAt(written.results, index)]))
}

/** Rows that were written, and the results. */
export interface Tried<Row, Result> {
  readonly rows: readonly Row[]
  readonly results: readonly Result[]
}

/** Writes rows. If some fail, notes why and writes the others. */
export async function tryRows<Row extends { readonly path: string }, Result>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<readonly Result[]>,
  { tx, problems, isLate }: Diagnosis,
): Promise<Tried<Row, Result>> {
  let left = rows
  for (let trial = 0; left.length > 0; trial++) {
    if (trial >= maxTrials || isLate()) break
    const tried = left
    try {
      return { rows: tried, results: await tx.attempt(() => write(tried)) }
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error
      for (const failure of [error, ...(error.details.also ?? [])]) problems.addFailure(failure)
      left = tried.filter(({ path }) => !problems.has(toIndex(path)))
      if (left.length === tried.length) break
    }
  }
  if (left.length > 0) problems.isComplete = false
  return { rows: [], results: [] }
}
