import { typeOf } from '../model/field/fieldTypes.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isSecret } from '../model/field/text.ts'
import { defaultsToMoment, momentMark } from '../model/defaults.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableName } from '../model/names.ts'
import { join, literal, name, type NamedSql, type Sql, sql, trusted } from '../sql/sql.ts'
import { builtInColumns } from '../criteria/path.ts'
import { andSeen, ruleSql } from './condition/conditionSql.ts'
import type { ReadScope } from './condition/ReadScope.ts'
import { countsSql, keyText, type ParsedConstraint, periodSql, rowOf } from './constraint/constraintSql.ts'
import { zoneOf } from './place.ts'
import { storedSourcesOf } from './record/NewRow.ts'
import { column } from './record/columns.ts'

/** The values that a record will have in the fields that decide about a constraint. */
export interface ClashRow {
  /** The id of a record that exists; null for a new one. */
  readonly id: number | null
  /** The values in the order of `writtenFieldsOf`; undefined where the record keeps its value. */
  readonly values: readonly (ColumnValue | undefined)[]
}

/** A row that counts for a constraint, and what is stored already. */
export interface CountedRow {
  /** The ordinal of the row among the given ones. */
  readonly ordinal: number
  /** The same text for rows with the same key. */
  readonly key: string
  /** The period in seconds, up to but not including the end; the same for all rows of a constraint without periods. */
  readonly from: number
  readonly to: number
  /** How many records that the request does not change meet this one. */
  readonly stored: number
  /** The ids of up to three of them, if the caller sees them and the fields of the constraint in them. */
  readonly others: readonly number[]
}

/** The own fields that decide about a constraint. */
export type DecidingFields = Pick<ParsedConstraint, 'model' | 'fields'>

/** The fields that a write sets and that decide about a constraint. */
export function writtenFieldsOf({ fields, model }: DecidingFields): Field[] {
  return [...new Set(fields.flatMap((field) => storedSourcesOf(field, model)))]
}

/** Whether everything that decides is known before the write. What is not is found out by trying. */
export function canBeAsked(parsed: DecidingFields): boolean {
  return (
    !parsed.fields.some((field) => builtInColumns.includes(field) || isSecret(field)) &&
    writtenFieldsOf(parsed).every((field) => typeOf(field).writable)
  )
}

/** Finds the rows that count for a constraint, and the records that the rows do not change and that they meet. */
export function clashesStatement(parsed: ParsedConstraint, rows: readonly ClashRow[], scope: ReadScope): NamedSql {
  const { constraint, model, key } = parsed
  const [given, other] = [rowOf('given', model, scope.models), rowOf('other', model, scope.models)]
  const keys = key.map((field, index) => sql`${given.own(field)} as ${trusted(`key${index}`)}`)
  const period = constraint.kind === 'noOverlap' ? periodSql(constraint, model, given) : sql`'[0,0]'::int8range`
  const meets = [
    ...key.map((field, index) => equals(parsed, other.own(field), trusted(`counted.key${index}`))),
    ...(constraint.kind === 'noOverlap' ? [sql`${periodSql(constraint, model, other)} && counted.period`] : []),
    countsSql(parsed, other),
    sql`other.id <> all(${rows.flatMap(({ id }) => id ?? [])}::bigint[])`,
  ]
  const counted = sql`with given as (${givenRows(parsed, rows, scope.models)}),
counted as (
  select ${join([sql`given._ordinal`, sql`${keyText(parsed, given)} as _key`, ...keys, sql`${period} as period`])}
  from (select ${join(allColumns(parsed))} from given) as given
  where ${countsSql(parsed, given)}
)
select counted._ordinal, counted._key, ${endOf('lower', constraint.kind)}, ${endOf('upper', constraint.kind)},
  isempty(counted.period)`
  const met = sql`count(*) as stored,
    to_json((array_agg(other.id order by other.id) filter (where ${isShown(parsed, scope)}))[1:3]) as others`
  const table = tableName(model)
  // A limit has no index of its own: the table is read once for all rows, and not for each of them.
  if (constraint.kind === 'atMost')
    return sql`${counted}, coalesce(met.stored, 0), met.others
from counted
left join (
  select counted._key, ${met}
  from (select distinct ${join([sql`_key`, ...key.map((_, index) => trusted(`key${index}`))])} from counted) as counted
  join ${table} as other on ${join(meets, ' and ')}
  group by counted._key
) as met using (_key)
order by counted._ordinal`.named('record.clashes')
  return sql`${counted}, met.stored, met.others
from counted
cross join lateral (
  select ${met}
  from ${table} as other
  where ${join(meets, ' and ')}
) as met
order by counted._ordinal`.named('record.clashes')
}

/** The rows in the results of that statement. */
export function toCountedRow([ordinal, key, from, to, isEmpty, stored, others]: readonly (
  | string
  | null
  | undefined
)[]): CountedRow {
  const begin = from == null ? -Infinity : Number(from)
  return {
    ordinal: Number(ordinal),
    key: key ?? '',
    from: begin,
    // An empty period meets no other.
    to: isEmpty === 't' ? begin : to == null ? Infinity : Number(to),
    stored: Number(stored),
    others: JSON.parse(others ?? '[]') ?? [],
  }
}

/** The values that the rows will have in the columns that a write sets. */
export function givenRows(parsed: DecidingFields, rows: readonly ClashRow[], models: Models): Sql {
  const fields = writtenFieldsOf(parsed)
  const arrays = fields.map((field, index) => {
    const type = typeOf(field).columnType(field)
    // `unnest` would flatten arrays of arrays.
    return sql`${rows.map((row) => row.values[index] ?? null)}::${trusted(type.endsWith('[]') ? 'text' : type)}[]`
  })
  const isKept = fields.map((_, index) => sql`${rows.map((row) => row.values[index] === undefined)}::boolean[]`)
  const ordinals = sql`${rows.map((_, index) => index)}::integer[]`
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  const names = [...fields.map((_, index) => `value${index}`), ...fields.map((_, index) => `kept${index}`)]
  const own = fields.map((field, index) => {
    const type = trusted(typeOf(field).columnType(field))
    const [value, kept] = [sql`input.${trusted(`value${index}`)}::${type}`, trusted(`input.kept${index}`)]
    const stored = column('_old', columnOf(field.name))
    const given = filled(field, value, models)
    return sql`case when ${kept} then ${stored} else ${given} end as ${name(columnOf(field.name))}`
  })
  return sql`
  select ${join([sql`input.ordinal as _ordinal`, ...own])}
  from unnest(${join([ordinals, ids, ...arrays, ...isKept])}) as input(ordinal, id, ${join(names.map(trusted))})
  left join ${tableName(parsed.model)} as _old on _old.id = input.id
`
}

function filled(field: Field, value: Sql, models: Models): Sql {
  const { now } = typeOf(field)
  if (!defaultsToMoment(field) || !now) return value
  const type = trusted(typeOf(field).columnType(field))
  return sql`case when ${value} = ${literal(momentMark)} then ${now(zoneOf(models))}::${type} else ${value} end`
}

/** The columns that a write sets, and the generated ones among those of the constraint. */
export function allColumns(parsed: DecidingFields): Sql[] {
  const { fields, model } = parsed
  const written = writtenFieldsOf(parsed)
  const generated = fields.flatMap((field) => {
    const expression = typeOf(field).generated?.(field, model, typeOf).expression
    return expression ? [sql`${expression} as ${name(columnOf(field.name))}`] : []
  })
  return [sql`_ordinal`, ...written.map((field) => name(columnOf(field.name))), ...generated]
}

function equals({ constraint }: ParsedConstraint, own: Sql, value: Sql): Sql {
  const isNullable = constraint.kind === 'unique' && constraint.nulls === 'equal'
  return isNullable ? sql`(${own} = ${value} or ${own} is null and ${value} is null)` : sql`${own} = ${value}`
}

function endOf(end: 'lower' | 'upper', kind: ParsedConstraint['constraint']['kind']): Sql {
  const value = sql`${trusted(end)}(counted.period)`
  return kind === 'noOverlap' ? sql`extract(epoch from ${value})` : value
}

/** Whether the caller sees the other record, and the fields that decide in it. */
function isShown({ model, fields }: ParsedConstraint, scope: ReadScope): Sql {
  const seen = scope.visibility.models.find(model.name)
  const declared = fields.filter((field) => !builtInColumns.includes(field))
  if (!declared.every((field) => seen?.fields.some((one) => one.name === field.name))) return sql`false`
  const rules = declared.flatMap((field) => scope.visibility.rowsOfField(model, field.name) ?? [])
  const holds = rules.map((rule) => sql` and ${ruleSql(rule, model, 'other', scope)}`)
  return sql`(true${andSeen(model, 'other', scope)}${join(holds, '')})`
}
