import { createHash } from 'node:crypto'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Fill } from '../../model/fill.ts'
import { join, literal, name, sql, type Sql } from '../../sql/sql.ts'
import type { DesiredColumn, DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import { locks, toStep, type Precondition, type Step } from '../Step.ts'
import type { ColumnChanges } from './ColumnChanges.ts'
import { inRecords } from './ddl.ts'
import { renamed } from './preconditions.ts'

/** A new column whose values follow from other columns of the record. */
type FilledColumn = DesiredColumn & { readonly fill: Fill }

export function isFilled(column: DesiredColumn): column is FilledColumn {
  return column.fill !== undefined
}

/**
 * Gives existing records the values of new columns, and goes on where it was interrupted. Versions and journal stay as
 * they are: the declaration changed, and nobody changed the record.
 */
export function fillColumns({ unfilled = [] }: TableState, after: DesiredTable, { added }: ColumnChanges): Step[] {
  const isDue = (column: DesiredColumn) => added.includes(column) || unfilled.includes(column.name)
  return after.columns
    .filter(isFilled)
    .filter(isDue)
    .map((column) => fillColumn(after, column))
}

/** A process with these models would show and search fields that are not filled yet. */
function fillColumn(after: DesiredTable, column: FilledColumn): Step {
  return toStep(`Fill ${column.label}`, [fillInBatches(after, column)], {
    mode: 'batches',
    lock: locks.rows,
    required: true,
  })
}

/** Fills what is empty, 2,000 records at a time, and notes the last one of each batch. `$1` is that before it. */
export function fillInBatches(after: DesiredTable, column: FilledColumn): Sql {
  const own = sql`fills.model in (${modelNumbers(after)}) and fills.field = ${literal(fieldOf(column))}`
  return sql`with batch as (
  select id
  from ${inRecords(after.name)}
  where id > greatest(${sql`$1`}::bigint, (select max(fills.last_id) from tabularium.fills where ${own}))
    and ${name(column.name)} is null
  order by id
  limit 2000
  for update
), filled as (
  update ${inRecords(after.name)} as record
  set ${name(column.name)} = ${column.fill.value}
  from batch
  where record.id = batch.id
), noted as (
  update tabularium.fills
  set last_id = coalesce((select max(id) from batch), fills.last_id),
    done_on = case when not exists (select from batch) then now() end
  where ${own}
)
select max(id) as last from batch`
}

/** The statement that notes, with the new column, that it is to be filled. */
export function beginFill(after: DesiredTable, column: FilledColumn): Sql {
  const digest = createHash('sha256').update(column.fill.text).digest('hex').slice(0, 32)
  return sql`insert into tabularium.fills (model, field, digest)
${modelNumbers(after, sql`, ${literal(fieldOf(column))}, ${literal(digest)}`)}
on conflict (model, field) do update set digest = excluded.digest, last_id = 0, done_on = null`
}

/** The number of the model, which the registry may still have by its former name. */
function modelNumbers({ model }: DesiredTable, more: Sql = sql``): Sql {
  const names = [model.name, ...(model.was === undefined ? [] : [model.was])].map((one) => literal(one))
  return sql`select models.number${more} from tabularium.models where models.name in (${join(names)})`
}

function fieldOf({ field, name: column }: FilledColumn): string {
  return field?.name ?? column
}

/** All values fit: they are computed before anything is changed, if the columns are there that they come from. */
export function fitFills(before: TableState, after: DesiredTable, column: FilledColumn): Precondition[] {
  const { fill, label, field, required } = column
  const used = fill.columns.flatMap((own) => before.columns.find((one) => one.name === own) ?? [])
  if (used.length < fill.columns.length || !field) return []
  const records = sql`(select id, ${fill.value} as ${name(column.name)} from ${renamed(before, used)}) as filled`
  const unfit = after.checks.filter((check) => check.column === column.name).map(({ condition }) => condition)
  const value = name(column.name)
  const inRange = typeOf(field).increment?.inRange(field, value)
  const find = (condition: Sql) => sql`select id::text as example from ${records} where ${condition}`.toText()
  return [
    ...(required
      ? [
          {
            query: find(sql`${value} is null`),
            advice: `${label} is required, and its fill has no value for some records.`,
          },
        ]
      : []),
    ...[...unfit, ...(inRange ? [inRange] : [])].map((condition) => ({
      query: find(sql`not (${condition})`),
      advice: `The fill of ${label} has values that the field does not allow. Change the fill, or those records.`,
    })),
    ...(column.field?.unique ? [noTwins(records, value, label)] : []),
  ]
}

function noTwins(records: Sql, value: Sql, label: string): Precondition {
  const query = sql`select min(id) || ' and ' || max(id) as example from ${records}
where ${value} is not null group by ${value} having count(*) > 1`
  return { query: query.toText(), advice: `${label} is unique, and its fill gives several records the same value.` }
}
