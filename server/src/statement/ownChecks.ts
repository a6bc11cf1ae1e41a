import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { Models } from '../model/Models.ts'
import { join, type NamedSql, sql, trusted } from '../sql/sql.ts'
import { allColumns, type ClashRow, givenRows } from './clashes.ts'

/** A check of the application's own SQL, as the catalogue of the database has it. */
export interface OwnCheck {
  readonly name: string
  /** What must not be false, over the columns of the table. */
  readonly expression: string
  /** The columns that it names. */
  readonly columns: readonly string[]
}

/** Finds the checks of a table that have these names. */
export function ownChecksStatement(model: Model, names: readonly string[]): NamedSql {
  return sql`select con.conname, pg_get_expr(con.conbin, con.conrelid), to_json(array(
    select att.attname
    from pg_attribute as att
    where att.attrelid = con.conrelid and att.attnum = any(con.conkey)
  ))
from pg_constraint as con
where con.conrelid = ${tableName(model).toText()}::regclass
  and con.contype = 'c'
  and con.conname = any(${names}::text[])
order by con.conname`.named('record.ownChecks')
}

/** The checks in the results of that statement. */
export function toOwnCheck([name, expression, columns]: readonly (string | null | undefined)[]): OwnCheck {
  return { name: name ?? '', expression: expression ?? 'true', columns: JSON.parse(columns ?? '[]') }
}

/** Finds the ordinals of the rows that would break a check. The expression is that of the database itself. */
export function brokenRowsStatement(
  { expression }: OwnCheck,
  of: { readonly model: Model; readonly fields: readonly Field[] },
  rows: readonly ClashRow[],
  models: Models,
): NamedSql {
  return sql`with given as (${givenRows(of, rows, models)})
select given._ordinal
from (select ${join(allColumns(of))} from given) as given
where (${trusted(expression)}) is false
order by given._ordinal`.named('record.brokenRows')
}
