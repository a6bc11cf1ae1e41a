import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { searchFields } from '../../model/searchFields.ts'
import { escapeLike } from '../../sql/likePattern.ts'
import { join, name, type Sql, sql } from '../../sql/sql.ts'

/**
 * The text of a record that `q` searches: its search fields in lower case, one on each line. The index, if the model
 * declares them, is over exactly this expression: a query that writes it differently scans the table.
 */
export function searchText(model: Model, alias?: string): Sql {
  const fields = searchFields(model)
  if (fields.length === 0) throw new TypeError(`The model ${model.name} has no fields for search.`)
  const texts = fields.map((field) => {
    const column = alias === undefined ? name(columnOf(field)) : name(alias, columnOf(field))
    return sql`coalesce(${column}, '')`
  })
  return toSearched(join(texts, " || E'\\n' || "), model.accents)
}

/** A text as `q` compares it. The text of a record and the words go through the same function. */
function toSearched(text: Sql, accents: boolean | undefined): Sql {
  return accents === false ? sql`lower(${unaccented(text)})` : sql`lower(${text})`
}

/** A text without its accents. */
export function unaccented(text: Sql): Sql {
  return sql`tabularium.unaccented(${text})`
}

/** Whether a word of `q` occurs in the text of a record, in upper or lower case. */
export function wordSql(word: string, model: Model, alias: string): Sql {
  const pattern = sql`${`%${escapeLike(word)}%`}::text`
  return sql`${searchText(model, alias)} like ${toSearched(pattern, model.accents)}`
}
