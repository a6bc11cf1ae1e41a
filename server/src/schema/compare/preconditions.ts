import { join, name, sql, type Sql } from '../../sql/sql.ts'
import type { DesiredCheck, DesiredColumn, DesiredIndex } from '../DesiredTable.ts'
import type { Conversion } from '../../model/field/Conversion.ts'
import type { ColumnState, ReferenceState, TableState } from '../RecordState.ts'
import type { Precondition } from '../Step.ts'
import type { Pair } from './ColumnChanges.ts'
import { inRecords } from './ddl.ts'

/** There are no records: existing ones would have no value for a new required field without a default. */
export function noRecords(table: TableState, column: DesiredColumn): Precondition[] {
  if (!column.required || column.defaultSql) return []
  return [
    {
      query: sql`select ${keyOf(table)}::text as example from ${inRecords(table.found)}`.toText(),
      advice:
        `${column.label} is new and required, and there are records without it. Give it a default; ` +
        'or declare it optional, fill it in all records, and then make it required.',
    },
  ]
}

/** All records have a value. */
export function noMissingValues(table: TableState, { before, after }: Pair): Precondition {
  return {
    query: findRecords(table, [before], sql`${name(before.name)} is null`).toText(),
    advice:
      `${after.label} becomes required, and there are records without a value. ` +
      'Give it a default, which those records get, or fill them first.',
  }
}

/** No record is archived: without `archive` the lists would show all of them again. */
export function nothingArchived(table: TableState, model: string): Precondition {
  return {
    query: sql`select id::text as example from ${inRecords(table.found)} where archived_on is not null`.toText(),
    advice:
      `${model} no longer has archive, and there are archived records. ` +
      'Take them out of the archive or delete them first, or declare archive: true again.',
  }
}

/** All values can be converted to the new type. */
export function onlyFitValues(table: TableState, { before, after }: Pair, { unfit }: Conversion): Precondition[] {
  if (!unfit) return []
  const column = name(before.name)
  return [
    {
      query: findRecords(table, [before], sql`${column} is not null and (${unfit(column)})`).toText(),
      advice:
        `${after.label} becomes ${after.type}, and there are records whose value cannot be converted. ` +
        'Change those values first, or declare a new field under another name.',
    },
  ]
}

/** All values meet a check: the changed values if the column changes. See also `onlyFitValues`. */
export function noViolations(
  table: TableState,
  { column, condition, label }: DesiredCheck,
  before: ColumnState,
  conversion?: Pick<Conversion, 'using' | 'unfit'>,
): Precondition {
  const records = conversion ? converted(table, before, conversion) : renamed(table, [before])
  return {
    query: sql`select id::text as example from ${records} where not (${condition})`.toText(),
    advice:
      `There are records whose ${column} breaks what ${label} is declared to allow. ` +
      'Change those values first, or change the declaration.',
  }
}

/** All records meet a check of the model. */
export function allMeet(table: TableState, { condition, label }: DesiredCheck, pairs: readonly Pair[]): Precondition {
  const columns = pairs.map(({ before }) => before)
  return {
    query: sql`select id::text as example from ${renamed(table, columns)} where not (${condition})`.toText(),
    advice: `There are records that break ${label}. Change those records first, or change the check.`,
  }
}

/** A column, and how its values change. */
interface Changing {
  readonly column: ColumnState
  readonly using?: Conversion['using']
}

/** No two records have the same values. Records without one of them do not count. */
export function noDuplicates(table: TableState, members: readonly Changing[], advice: string): Precondition {
  const names = members.map(({ column }) => name(column.name))
  const values = members.map(({ column, using }) => {
    const value = name(column.name)
    return using ? sql`${using(value)} as ${value}` : value
  })
  const records = renamed(
    table,
    members.map(({ column }) => column),
  )
  const known = names.map((value) => sql`${value} is not null`)
  const query = sql`
select min(id) || ' and ' || max(id) as example
from (select ${join([sql`id`, ...values])} from ${records}) as found
where ${join(known, ' and ')}
group by ${join(names)}
having count(*) > 1`
  return { query: query.toText(), advice }
}

/** No records break a declared constraint. */
export function noBreaches(
  table: TableState,
  columns: readonly ColumnState[],
  { advice, query }: NonNullable<DesiredIndex['breaches']>,
): Precondition {
  return { query: query(renamed(table, columns)).toText(), advice }
}

/** All values are ids of existing records of the target. */
export function noDanglingReferences(
  table: TableState,
  target: TableState,
  { column }: ReferenceState,
  pair: Pair,
): Precondition {
  const value = name(column)
  const exists = sql`exists (select from ${inRecords(target.found)} as target where target.id = ${value})`
  const missing = sql`${value} is not null and not ${exists}`
  return {
    query: findRecords(table, [pair.before], missing).toText(),
    advice:
      `${pair.after.label} becomes a reference, and there are records with ids that do not exist. ` +
      'Correct or clear those values first.',
  }
}

/** Finds records before anything is renamed. The condition uses the future column names. */
export function findRecords(table: TableState, columns: readonly ColumnState[], condition: Sql): Sql {
  return sql`select id::text as example from ${renamed(table, columns)} where ${condition}`
}

function converted(table: TableState, column: ColumnState, { using, unfit }: Pick<Conversion, 'using' | 'unfit'>): Sql {
  const value = name(column.name)
  const fit = unfit ? sql`case when not (${unfit(value)}) then ${using(value)} end` : using(value)
  return sql`(select id, ${fit} as ${value} from ${renamed(table, [column])}) as converted`
}

/** The table with its future column names. The key comes first as `id`, so a condition on the id column adds none. */
export function renamed(table: TableState, columns: readonly ColumnState[]): Sql {
  const others = columns.filter((column) => column.name !== 'id')
  const names = others.map(({ found, name: now }) => (found === now ? name(now) : sql`${name(found)} as ${name(now)}`))
  return sql`(select ${join([sql`${keyOf(table)} as id`, ...names])} from ${inRecords(table.found)}) as records`
}

/** The column that identifies a row in messages: the record's id, or the source of a link. */
function keyOf({ columns }: TableState): Sql {
  return name(columns.some((column) => column.name === 'id') ? 'id' : 'source')
}
