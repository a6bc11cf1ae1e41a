import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, tableName } from '../model/names.ts'
import type { UniqueKey } from '../model/uniqueKeys.ts'
import { join, name, type NamedSql, type Sql, sql, trusted } from '../sql/sql.ts'
import { andSeen, ruleSql } from './condition/conditionSql.ts'
import type { ReadScope } from './condition/ReadScope.ts'

/** The values that a record will have in the fields of a key. */
export interface KeyRow {
  /** The id of a record that exists; null for a new one. */
  readonly id: number | null
  /** The values in the order of the key; undefined where the record keeps its value. */
  readonly values: readonly (ColumnValue | undefined)[]
}

/** A row whose values another row or record has, too. */
export interface KeyClash {
  /** The ordinal of the row among the given ones. */
  readonly ordinal: number
  /** The ordinal of the first row with the same values; the same ordinal if no row before it has them. */
  readonly first: number
  /** Whether a record that the request does not change has the values. */
  readonly isTaken: boolean
  /** The id of that record, if the caller sees it and the fields of the key in it. */
  readonly other: number | undefined
}

/**
 * Finds rows whose values in a unique key are those of an earlier row, or of a record that the rows do not change. A
 * row without a value in one of the fields has no key. The record is named if the caller sees these fields of it.
 */
export function clashesStatement(model: Model, key: UniqueKey, rows: readonly KeyRow[], scope: ReadScope): NamedSql {
  const names = key.map((_, index) => trusted(`key${index}`))
  const kept = key.map((_, index) => trusted(`kept${index}`))
  const columns = key.map((field) => name(columnOf(field.name)))
  const ordinals = sql`${rows.map((_, index) => index)}::integer[]`
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  const values = key.map((field, index) => {
    const type = trusted(typeOf(field).columnType(field))
    return sql`${rows.map((row) => row.values[index] ?? null)}::${type}[]`
  })
  const isKept = key.map((_, index) => sql`${rows.map((row) => row.values[index] === undefined)}::boolean[]`)
  const own = names.map(
    (one, index) => sql`case when input.${kept[index]} then _old.${columns[index]} else input.${one} end as ${one}`,
  )
  const given = names.map((one) => sql`given.${one}`)
  const known = given.map((one) => sql`${one} is not null`)
  const equal = given.map((one, index) => sql`other.${columns[index]} = ${one}`)
  return sql`with given as (
  select input.ordinal, input.id, ${join(own)}
  from unnest(${join([ordinals, ids, ...values, ...isKept])}) as input(ordinal, id, ${join([...names, ...kept])})
  left join ${tableName(model)} as _old on _old.id = input.id
),
ordered as (
  select given.*, min(given.ordinal) over (partition by ${join(given)}) as first
  from given
  where ${join(known, ' and ')}
)
select given.ordinal, given.first, other.id is not null,
  case when ${isShown(model, key, scope)} then other.id end
from ordered as given
left join ${tableName(model)} as other
  on ${join(equal, ' and ')} and other.id <> all(${changedIds(rows)}::bigint[])
where other.id is not null or given.first < given.ordinal
order by given.ordinal`.named('record.clashes')
}

/** The clashes in the rows of that statement. */
export function toKeyClash([ordinal, first, taken, other]: readonly (string | null)[]): KeyClash {
  return {
    ordinal: Number(ordinal),
    first: Number(first),
    isTaken: taken === 't',
    other: other === null || other === undefined ? undefined : Number(other),
  }
}

function changedIds(rows: readonly KeyRow[]): number[] {
  return rows.flatMap(({ id }) => id ?? [])
}

/** Whether the caller sees the other record, and the fields of the key in it. */
function isShown(model: Model, key: UniqueKey, scope: ReadScope): Sql {
  const seen = scope.visibility.models.find(model.name)
  const isKnown = key.every(({ name }) => seen?.fields.some((field) => field.name === name))
  if (!isKnown) return sql`false`
  const rules = key.flatMap(({ name }) => scope.visibility.rowsOfField(model, name) ?? [])
  const holds = rules.map((rule) => sql` and ${ruleSql(rule, model, 'other', scope)}`)
  return sql`(true${andSeen(model, 'other', scope)}${join(holds, '')})`
}
