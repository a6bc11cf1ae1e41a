import { sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { IndexState, TableState } from '../RecordState.ts'
import { locks, toStep, type Step } from '../Step.ts'
import type { ColumnChanges } from './ColumnChanges.ts'
import { duplicatesOf } from './duplicates.ts'
import { dropConstraint } from './constraints.ts'
import { createIndex, inRecords } from './ddl.ts'

/** Drops indexes that are not declared, differ from the declaration, or are invalid after an interrupted build. */
export function dropIndexes(before: TableState, after: DesiredTable): Step[] {
  return before.indexes
    .filter((index) => !after.indexes.some((wanted) => isSame(index, wanted)))
    .map((index) => {
      const title = index.valid ? `Drop the index ${index.name}` : `Drop the unfinished index ${index.name}`
      if (index.exclusion) return dropConstraint(after.name, index.name)
      return toStep(title, [dropIndex(index)], { mode: 'alone', lock: locks.online, required: index.unique })
    })
}

/** Builds indexes while requests continue. */
export function addIndexes(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  return after.indexes
    .filter((wanted) => !before.indexes.some((index) => isSame(index, wanted)))
    .map((index) => {
      const preconditions = index.unique || index.breaches ? duplicatesOf(index, { before, after, changes }) : []
      const checked = preconditions.length > 0 ? { preconditions } : {}
      const statements = [createIndex(after.name, index, true)]
      if (index.exclusion)
        return toStep(`Keep apart ${index.label}`, statements, {
          lock: locks.building,
          locksTable: before.found,
          ...checked,
        })
      return toStep(`${index.unique ? 'Keep unique' : 'Index'} ${index.label}`, statements, {
        mode: 'alone',
        lock: locks.online,
        cleanup: dropIndex(index).toText(),
        ...checked,
      })
    })
}

function dropIndex({ name }: IndexState) {
  return sql`drop index concurrently if exists ${inRecords(name)}`
}

/** The name of an index over several columns contains a hash of its definition. */
function isSame(index: IndexState, wanted: IndexState): boolean {
  return index.name === wanted.name && index.column === wanted.column && index.unique === wanted.unique && index.valid
}
