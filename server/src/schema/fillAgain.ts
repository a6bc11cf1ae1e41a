import type { Models } from '../model/Models.ts'
import { beginFill, fillInBatches, isFilled } from './compare/fillColumns.ts'
import type { Query } from './RecordState.ts'
import { runStep } from './runStep.ts'
import { locks, toStep } from './Step.ts'
import { toDesiredTables } from './toDesiredTables.ts'

/** Fills a column in all records that have no value. Returns false if the field has no fill. */
export async function fillAgain(query: Query, models: Models, model: string, field: string): Promise<boolean> {
  const table = toDesiredTables(models).find((one) => one.label === model && !one.relation)
  const column = table?.columns.find((one) => one.field?.name === field)
  if (!table || !column || !isFilled(column)) return false
  await query(beginFill(table, column))
  const step = toStep(`Fill ${column.label}`, [fillInBatches(table, column)], { mode: 'batches', lock: locks.rows })
  await runStep(query, step, { lockTimeout: 2_000, retries: 10 })
  return true
}
