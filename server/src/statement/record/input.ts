import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { ColumnValue } from '../../model/field/FieldType.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { defaultsToMoment, momentMark } from '../../model/defaults.ts'
import { hasExpression } from '../../model/expressionDefaults.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { CreatePlan } from '../../plan/Plan.ts'
import { join, literal, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { zoneOf } from '../place.ts'
import { type LookupSql, lookupSql } from './lookups.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** One column of the rows that a statement works on. Its values are sent as one array. */
export interface InputColumn {
  readonly name: string
  readonly type: string
  readonly values: readonly ColumnValue[]
  /** If present, its values are ids that are looked up for each row by these keys; `values` is then empty. */
  readonly lookup?: LookupSql
}

/**
 * The rows that a statement works on, as a table named `input`. A long text that all rows share is sent once, and not
 * once for each row.
 */
export function inputTable(columns: readonly InputColumn[]): Sql {
  if (columns.some(isLookedUp)) return sql`(${lookedUpRows(columns)}) as input`
  const shared = columns.filter(isShared)
  if (shared.length === 0 && !columns.some(isArray))
    return sql`unnest(${arraysOf(columns)}) as input(${inputColumns(columns)})`
  const own = columns.filter((column) => !shared.includes(column))
  const names = own.map(givenValue)
  return sql`(
  select ${join([...names, ...shared.map(sharedValue)])}
  from unnest(${arraysOf(own)}) as given(${inputColumns(own)})
) as input`
}

function arraysOf(columns: readonly InputColumn[]): Sql {
  return join(columns.map(sentValues))
}

/** The values as one array. Arrays are sent as texts in it, since `unnest` flattens arrays of arrays. */
function sentValues(column: InputColumn): Sql {
  return sql`${column.values}::${trusted(isArray(column) ? 'text' : column.type)}[]`
}

function isArray({ type }: InputColumn): boolean {
  return type.endsWith('[]')
}

function givenValue(column: InputColumn): Sql {
  const own = name(column.name)
  return isArray(column) ? sql`given.${own}::${trusted(column.type)} as ${own}` : sql`given.${own}`
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

/**
 * The same for changes of records, some of which add to what is there: the columns of the incremented fields have the
 * results. A row whose version is not the current one is left out.
 */
export function changesTable(
  columns: readonly InputColumn[],
  { model, increments = [] }: { readonly model: Model; readonly increments?: readonly string[] | undefined },
): Sql {
  if (increments.length === 0) return inputTable(columns)
  const own = columns.map(({ name: given }) => {
    const value = sql`input.${name(given)}`
    const field = model.fields.find((one) => columnOf(one.name) === given && increments.includes(one.name))
    const result = field && typeOf(field).increment?.add(field, sql`_now.${name(given)}`, value)
    return result ? sql`${result} as ${name(given)}` : value
  })
  return sql`(
  select ${join(own)}
  from ${inputTable(columns)}
  join ${tableName(model)} as _now on _now.id = input.id and _now.version = input.version
) as input`
}

/** The same rows as a query. It makes the rows one by one; for a table, PostgreSQL stores every array first. */
export function inputRows(columns: readonly InputColumn[]): Sql {
  if (columns.some(isLookedUp)) return lookedUpRows(columns)
  const rows = columns.map((column) => {
    const value = sql`unnest(${sentValues(column)})${isArray(column) ? sql`::${trusted(column.type)}` : sql``}`
    return isShared(column) ? sharedValue(column) : sql`${value} as ${name(column.name)}`
  })
  return sql`select ${join(rows)}`
}

function isLookedUp({ lookup }: InputColumn): boolean {
  return lookup !== undefined
}

/** The rows with the ids that are looked up for them. `offset 0` prevents that an id is looked up for each use. */
function lookedUpRows(columns: readonly InputColumn[]): Sql {
  const given = columns.flatMap((own) => own.lookup?.keys ?? [own])
  const shown = columns.map(({ name: own, lookup }) =>
    lookup ? sql`${lookup.id} as ${name(own)}` : sql`given.${name(own)}`,
  )
  return sql`
  select ${join(shown)}
  from (${inputRows(given)}) as given
  offset 0
`
}

/**
 * The values of planned records as columns: those of the fields, and those that are looked up. The scope is that of the
 * viewer in `given`, the table below `input`.
 */
export function plannedColumns(
  plans: readonly Pick<CreatePlan, 'fields' | 'values' | 'lookups' | 'unhashed'>[],
  scope: ReadScope,
): InputColumn[] {
  if (plans.some(({ unhashed }) => unhashed)) throw new TypeError('Hash the texts before they are written.')
  const columns = fieldColumns(
    plans[0]?.fields ?? [],
    plans.map(({ values }) => values),
  )
  const lookups = plans[0]?.lookups
  if (!lookups) return columns
  return columns.map((own): InputColumn => {
    const index = lookups.findIndex(({ field }) => columnOf(field) === own.name)
    if (index < 0) return own
    const found = plans.flatMap((plan) => plan.lookups?.[index]?.lookup ?? [])
    return { ...own, values: [], lookup: lookupSql(found, `_key${index}_`, scope) }
  })
}

/** The values of the given fields as columns. Each of the `rows` has a value for each field, in the fields' order. */
export function fieldColumns(fields: readonly Field[], rows: readonly (readonly ColumnValue[])[]): InputColumn[] {
  return fields.map((field, index) => ({
    name: columnOf(field.name),
    type: typeOf(field).columnType(field),
    values: rows.map((row) => row[index] ?? null),
  }))
}

/** The columns that say which planned records have not sent a field whose default is an expression. */
export function defaultMarks(plans: readonly CreatePlan[]): InputColumn[] {
  return (plans[0]?.fields ?? []).flatMap((field, index) => {
    if (!hasExpression(field)) return []
    const isUnsent = ({ given, values }: CreatePlan) => !given.includes(field.name) && (values[index] ?? null) === null
    return [{ name: defaultMark(field), type: 'boolean', values: plans.map(isUnsent) }]
  })
}

/** The column of `input` that says whether a field was not sent, so that it gets its default. */
export function defaultMark({ name: fieldName }: Field): string {
  return `_default_${columnOf(fieldName)}`
}

/** The columns of `input` in a query for them: defaults that are the moment of the write get their values. */
export function filledColumns(columns: readonly InputColumn[], fields: readonly Field[], models: Models): Sql {
  const moments = new Map(fields.filter(defaultsToMoment).map((field) => [columnOf(field.name), field]))
  const filled = columns.map(({ name: own, type }) => {
    const field = moments.get(own)
    if (!field) return name(own)
    const now = sql`${typeOf(field).now?.(zoneOf(models))}::${trusted(type)}`
    return sql`case when ${name(own)} = ${literal(momentMark)} then ${now} else ${name(own)} end as ${name(own)}`
  })
  return join(filled)
}

/** The names of the columns of `input`. */
export function inputColumns(columns: readonly InputColumn[]): Sql {
  return join(columns.map((column) => name(column.name)))
}
