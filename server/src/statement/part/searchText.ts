import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, type Sql, sql } from '../../sql/sql.ts'

/**
 * The text of a record that `q` looks into: its declared fields in small letters, one a line. The index for it is over this very
 * expression, so whoever writes it another way scans the table.
 */
export function searchText({ name: model, search = [] }: Model, alias?: string): Sql {
  if (search.length === 0) throw new TypeError(`The model ${model} declares no fields for search.`)
  const texts = search.map((field) => {
    const column = alias === undefined ? name(columnOf(field)) : name(alias, columnOf(field))
    return sql`coalesce(${column}, '')`
  })
  return sql`lower(${join(texts, " || E'\\n' || ")})`
}
