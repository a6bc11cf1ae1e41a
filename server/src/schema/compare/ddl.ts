import { recordSchema } from '../../model/names.ts'
import { join, literal, name, sql, trusted, type Sql } from '../../sql/sql.ts'
import { toNote } from '../columnNote.ts'
import type { DesiredCheck, DesiredColumn, DesiredIndex } from '../DesiredTable.ts'
import type { ColumnState, ReferenceState } from '../RecordState.ts'

/** A qualified name in the schema of the records. */
export function inRecords(object: string): Sql {
  return name(recordSchema, object)
}

export function alterTable(table: string, actions: readonly Sql[]): Sql {
  return sql`alter table ${inRecords(table)}${actions.length > 1 ? sql`\n  ` : sql` `}${join(actions, ',\n  ')}`
}

/** A column definition for CREATE TABLE and ADD COLUMN. */
export function columnDefinition(column: DesiredColumn, withDefault = true): Sql {
  const required = column.required ? sql` not null` : sql``
  const value = withDefault && column.defaultSql ? sql` default ${column.defaultSql}` : sql``
  const generated = column.expression ? sql` generated always as (${column.expression}) stored` : sql``
  return sql`${name(column.name)} ${trusted(column.type)}${required}${value}${generated}`
}

/**
 * The actions that add a column. Existing records get the default only if the field is required: an optional field
 * stays empty in them, since nobody chose its value.
 */
export function addColumnActions(column: DesiredColumn): Sql[] {
  const optionalDefault = !column.required && column.defaultSql
  const add = sql`add column ${columnDefinition(column, !optionalDefault)}`
  return optionalDefault ? [add, ...defaultActions(column)] : [add]
}

export function defaultActions(column: DesiredColumn): Sql[] {
  const alter = sql`alter column ${name(column.name)}`
  return [column.defaultSql ? sql`${alter} set default ${column.defaultSql}` : sql`${alter} drop default`]
}

/** The statement that updates a column's comment; none if the comment does not change. */
export function noteStatements(table: string, column: Omit<ColumnState, 'found'>, before?: ColumnState): Sql[] {
  const note = toNote(column)
  if (note === (before && toNote(before))) return []
  const value = note === undefined ? sql`null` : literal(note)
  return [sql`comment on column ${name(recordSchema, table, column.name)} is ${value}`]
}

/** Sets a column where a condition holds, 2,000 records at a time. `$1` is the last id of the batch before. */
export function updateInBatches(table: string, column: string, { value, where }: { value: Sql; where: Sql }): Sql {
  return sql`with batch as (
  select id
  from ${inRecords(table)}
  where id > ${sql`$1`} and ${where}
  order by id
  limit 2000
  for update
), filled as (
  update ${inRecords(table)} as record
  set ${name(column)} = ${value}
  from batch
  where record.id = batch.id
)
select max(id) as last from batch`
}

export function checkDefinition({ name: constraint, condition }: DesiredCheck): Sql {
  return sql`constraint ${name(constraint)} check (${condition})`
}

export function referenceDefinition({ name: constraint, column, target }: ReferenceState): Sql {
  return sql`constraint ${name(constraint)} foreign key (${name(column)}) references ${inRecords(target)} (id)`
}

/** Creates an index, or the exclusion constraint that it belongs to, which has no CONCURRENTLY. */
export function createIndex(table: string, index: DesiredIndex, concurrently: boolean): Sql {
  if (index.exclusion) return alterTable(table, [sql`add constraint ${name(index.name)} ${index.definition}`])
  const kind = sql`${index.unique ? sql`unique ` : sql``}index ${concurrently ? sql`concurrently ` : sql``}`
  return sql`create ${kind}${name(index.name)} on ${inRecords(table)} ${index.definition}`
}
