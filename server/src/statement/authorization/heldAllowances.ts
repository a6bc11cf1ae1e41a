import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { allowancesToWrite, type HeldAllowances } from '../../permission/mayWrite.ts'
import { join, type Sql, sql } from '../../sql/sql.ts'
import { ruleSql } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** A letter for each of the caller's allowances to write: `t` if it holds for the record of the alias. */
export function heldLetters(model: Model, alias: string, scope: ReadScope, { rights }: Authorization): Sql {
  const letters = allowancesToWrite(model, rights).map(({ condition }) =>
    condition ? sql`case when ${ruleSql(condition, model, alias, scope)} then 't' else 'f' end` : sql`'t'`,
  )
  return join([sql`''`, ...letters], ' || ')
}

/** All records of a table with the columns `id`, `held` and a ordinal, as text that `toHeld` parses. */
export function heldText(table: Sql, ordinal: Sql): Sql {
  return sql`string_agg(${table}.id || ':' || ${table}.held, ',' order by ${ordinal})`
}

/** Parses the records of a page with their letters. */
export function toHeld(text: string | null | undefined): HeldAllowances[] {
  if (!text) return []
  return text.split(',').map((part) => {
    const at = part.indexOf(':')
    return { id: Number(part.slice(0, at)), letters: part.slice(at + 1) }
  })
}

/** A part of the shape of a statement with one viewer: rules about writes may depend on the user. */
export function mayKey(name: string, { may, authorization }: { may?: true; authorization: Authorization }): string {
  return may ? `${name} may of ${authorization.userId}` : name
}
