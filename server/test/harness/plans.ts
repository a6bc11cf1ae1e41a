import type { Models } from '../../src/model/Models.ts'
import { compareRecords } from '../../src/schema/compareRecords.ts'
import type { RecordState } from '../../src/schema/RecordState.ts'
import type { Step } from '../../src/schema/Step.ts'
import { toDesiredTables } from '../../src/schema/toDesiredTables.ts'
import { withoutBuiltIn } from './everyType.ts'

/** The state of a database that was migrated to these models, without those of the service. */
export function stateOf(models: Models): RecordState {
  const tables = toDesiredTables(withoutBuiltIn(models))
  return {
    exists: true,
    sequences: tables.flatMap(({ sequence = [] }) => sequence),
    tables: tables.map((table) => ({
      ...table,
      found: table.name,
      columns: table.columns.map((column) => ({ ...column, found: column.name })),
    })),
  }
}

/** The steps from a state to the models. */
export function plan(before: RecordState, after: Models): Step[] {
  return compareRecords(before, toDesiredTables(withoutBuiltIn(after)))
}

/** A step as one line: its title, and what an operator must know. */
export function toLine({ title, rewrites, loses, mode, blocked }: Step): string {
  const remarks = [
    mode === 'transaction' ? '' : mode,
    rewrites ? 'rewrites' : '',
    loses ? `loses ${loses}` : '',
    blocked ? 'blocked' : '',
  ]
  return [title, ...remarks.filter((remark) => remark !== '')].join(' | ')
}
