import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { ColumnValue } from '../../model/field/FieldType.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, type Sql, sql, trusted } from '../../sql/sql.ts'

/** One column of the rows that a statement works on. Its values are sent as one array. */
export interface InputColumn {
  readonly name: string
  readonly type: string
  readonly values: readonly ColumnValue[]
}

/**
 * The rows that a statement works on, as a table named `input`. A long text that all rows share is sent once, and not
 * once for each row.
 */
export function inputTable(columns: readonly InputColumn[]): Sql {
  const shared = columns.filter(isShared)
  if (shared.length === 0) return sql`unnest(${arraysOf(columns)}) as input(${inputColumns(columns)})`
  const own = columns.filter((column) => !shared.includes(column))
  const names = own.map((column) => sql`given.${name(column.name)}`)
  return sql`(
  select ${join([...names, ...shared.map(sharedValue)])}
  from unnest(${arraysOf(own)}) as given(${inputColumns(own)})
) as input`
}

function arraysOf(columns: readonly InputColumn[]): Sql {
  return join(columns.map(({ type, values }) => sql`${values}::${trusted(type)}[]`))
}

function sharedValue({ name: own, type, values }: InputColumn): Sql {
  return sql`${values[0]}::${trusted(type)} as ${name(own)}`
}

/** The length from which sharing a text is worth a different statement text. */
const minSharedLength = 1_000

function isShared({ values: [first, ...others] }: InputColumn): boolean {
  if (typeof first !== 'string' || first.length < minSharedLength || others.length === 0) return false
  return others.every((value) => value === first)
}

/** The same rows as a query. It makes the rows one by one; for a table, PostgreSQL stores every array first. */
export function inputRows(columns: readonly InputColumn[]): Sql {
  const rows = columns.map((column) => {
    const { name: own, type, values } = column
    return isShared(column) ? sharedValue(column) : sql`unnest(${values}::${trusted(type)}[]) as ${name(own)}`
  })
  return sql`select ${join(rows)}`
}

/** The values of the given fields as columns. Each of the `rows` has a value for each field, in the fields' order. */
export function fieldColumns(fields: readonly Field[], rows: readonly (readonly ColumnValue[])[]): InputColumn[] {
  return fields.map((field, index) => ({
    name: columnOf(field.name),
    type: typeOf(field).columnType(field),
    values: rows.map((row) => row[index] ?? null),
  }))
}

/** The names of the columns of `input`. */
export function inputColumns(columns: readonly InputColumn[]): Sql {
  return join(columns.map((column) => name(column.name)))
}
