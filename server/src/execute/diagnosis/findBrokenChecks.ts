import { Failure } from '../../failure/failure.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { canBeAsked } from '../../statement/clashes.ts'
import { brokenRowsStatement, type OwnCheck, ownChecksStatement, toOwnCheck } from '../../statement/ownChecks.ts'
import { requireOwnConstraint } from '../../statement/refusal/ownConstraint.ts'
import { atPath } from '../write/record/WriteItem.ts'
import { toAsked } from './AskedRow.ts'
import type { DiagnosedRow } from './askRows.ts'
import type { Diagnosis } from './Diagnosis.ts'

/**
 * Finds all rows that break checks of the application's own SQL: one statement for each check, by its expression in the
 * catalogue. What can't be asked so is tried later, row by row.
 */
export async function findBrokenChecks(
  model: Model,
  rows: readonly DiagnosedRow[],
  diagnosis: Diagnosis,
): Promise<void> {
  const { transaction, services } = diagnosis.tx
  const own = services.models.ownSql.filter(({ on }) => on.includes(model.name))
  const names = own.flatMap(({ constraints }) => Object.keys(constraints))
  if (names.length === 0) return
  for (const check of (await transaction.run(ownChecksStatement(model, names))).map(toOwnCheck))
    await findRowsThatBreak(check, model, rows, diagnosis)
}

async function findRowsThatBreak(
  check: OwnCheck,
  model: Model,
  rows: readonly DiagnosedRow[],
  { tx, problems }: Diagnosis,
): Promise<void> {
  const { models } = tx.services
  const fields = model.fields.filter(({ name }) => check.columns.includes(columnOf(name)))
  const of = { model, fields }
  if (fields.length < check.columns.length || !canBeAsked(of)) return
  const asked = rows.flatMap((row) => toAsked(row, of))
  if (asked.length === 0) return
  const statement = brokenRowsStatement(
    check,
    of,
    asked.map((one) => one.asked),
    models,
  )
  try {
    for (const [ordinal] of await tx.attempt(() => tx.transaction.run(statement))) {
      const { path } = requireAt(asked, Number(ordinal)).row
      problems.addFailure(atPath(requireOwnConstraint(check.name, model, tx.authorization, models), path), path)
    }
  } catch (error) {
    // Some value makes the expression itself fail: the write of that row says so.
    if (error instanceof Failure && error.code === 'unavailable') throw error
  }
}
