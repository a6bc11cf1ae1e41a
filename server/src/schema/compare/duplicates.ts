import type { DesiredIndex, DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import type { Precondition } from '../Step.ts'
import { stayingPairs } from './changeColumns.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { findAdaptation } from './findAdaptation.ts'
import { noBreaches, noDuplicates } from './preconditions.ts'

/** What is known of a table when its duplicates are looked for. */
interface Comparison {
  readonly before: TableState
  readonly after: DesiredTable
  readonly changes: ColumnChanges
}

/** No two records have the same values in the columns of an index that becomes unique. */
export function duplicatesOf(index: DesiredIndex, comparison: Comparison): Precondition[] {
  if (index.breaches) return breachesOf(index, comparison)
  const advice =
    index.column === ''
      ? `${index.label} becomes unique, and there are records with the same values. ` +
        'Make them differ first, or do not declare the group unique.'
      : `${index.label} becomes unique, and there are records with the same value. ` +
        'Make them differ first, or do not declare it unique.'
  return findDuplicates(index, comparison, advice)
}

/** No two records get the same values in an existing unique index because the values of a column change. */
export function adaptedDuplicates({ after: { name } }: Pair, comparison: Comparison): Precondition[] {
  const { before, after } = comparison
  return after.indexes
    .filter(
      (index) =>
        index.unique &&
        !index.breaches &&
        index.columns.includes(name) &&
        before.indexes.some((one) => isSame(one, index)),
    )
    .flatMap((index) => {
      const advice =
        `${index.label} is unique, and there are records that would have the same values. ` +
        'Make them differ first, or delete all but one.'
      return findDuplicates(index, comparison, advice)
    })
}

function isSame(found: { readonly name: string }, wanted: { readonly name: string }): boolean {
  return found.name === wanted.name
}

/** What new, converted and unfilled columns will have is not known yet: building the index finds out. */
function breachesOf({ columns, breaches }: DesiredIndex, { before, changes }: Comparison): Precondition[] {
  const { unfilled = [] } = before
  const kept = changes.kept.filter(({ after: { name } }) => columns.includes(name) && !unfilled.includes(name))
  if (!breaches || kept.length < columns.length) return []
  return [
    noBreaches(
      before,
      kept.map((pair) => pair.before),
      breaches,
    ),
  ]
}

function findDuplicates(index: DesiredIndex, { before, after, changes }: Comparison, advice: string): Precondition[] {
  const pairs = stayingPairs(changes).filter((pair) => index.columns.includes(pair.after.name))
  const fresh = after.columns.filter(
    ({ name }) => index.columns.includes(name) && !pairs.some((pair) => pair.after.name === name),
  )
  // A new column is empty in all records, which then do not count, unless they get its default.
  if (pairs.length === 0 || fresh.some(({ required, defaultSql }) => !required || !defaultSql)) return []
  const members = pairs.map((pair) => ({ column: pair.before, ...findAdaptation(before, after, pair) }))
  return [noDuplicates(before, members, advice)]
}
