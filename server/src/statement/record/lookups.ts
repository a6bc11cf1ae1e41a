import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Field } from '../../model/field/Field.ts'
import { columnOf, tableName } from '../../model/names.ts'
import {
  type FieldLookup,
  isLookup,
  type Lookup,
  type LookupPart,
  lookupText,
  lookupValues,
} from '../../plan/Lookup.ts'
import { join, type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'
import { andSeen, ruleSql } from '../condition/conditionSql.ts'
import type { InputColumn } from './input.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** The look-ups of a plan as a part of a shape: which fields are looked up, by which keys. */
export function lookupsPart(lookups: readonly FieldLookup[] = []): string {
  return lookups.map(({ field, lookup }) => `${field} ${lookupText(lookup)}`).join()
}

/** What a look-up in an input table reads: the values of its keys as columns, and the id that they lead to. */
export interface LookupSql {
  readonly keys: readonly InputColumn[]
  readonly id: Sql
}

/**
 * The look-up of each row by the unique index of its key. `start` begins the names of the key's columns, which the SQL
 * reads from `given`, the table below `input`. A record that the viewer does not see is not found, nor is one in which
 * the viewer does not see a field of the key.
 */
export function lookupSql(lookups: readonly Lookup[], start: string, scope: ReadScope): LookupSql {
  const [first] = lookups
  if (!first) throw new TypeError('A group has at least one look-up.')
  const values = lookups.map(lookupValues)
  const keys = leavesOf(first).map((field, index) => ({
    name: `${start}${index}`,
    type: typeOf(field).columnType(field),
    values: values.map((row) => row[index] ?? null),
  }))
  const names = keys.values()
  return { keys, id: idSql(first, () => column('given', names.next().value?.name ?? ''), scope) }
}

function leavesOf({ key }: Lookup): Field[] {
  return key.flatMap(({ field, value }) => (isLookup(value) ? leavesOf(value) : [field]))
}

/** The id of the record with the key. `next` returns the column with the key's next value. */
function idSql({ target: modelName, key }: Lookup, next: () => Sql, scope: ReadScope): Sql {
  const target = scope.models.get(modelName)
  const conditions = key.map(({ field, value }: LookupPart) => {
    const own = column('target', columnOf(field.name))
    const rows = scope.visibility.rowsOfField(target, field.name)
    const isSeen = rows ? sql` and ${ruleSql(rows, target, 'target', scope)}` : sql``
    return sql`${own} = ${isLookup(value) ? idSql(value, next, scope) : next()}${isSeen}`
  })
  return sql`(
    select target.id from ${tableName(target)} as target
    where ${join(conditions, ' and ')}${andSeen(target, 'target', scope)}
  )`
}
