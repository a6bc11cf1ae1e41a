import type { Models } from '../model/Models.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, recordSchema, tableName, tableOf } from '../model/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { type Beginning, maxOfEach, type ModelSearch } from '../plan/searchAll.ts'
import { join, literal, name, type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { defaultAnswerLimit } from './limit/answerSize.ts'
import { authCheckFor, authorizedRows } from './authorization/authCheck.ts'
import { andUnarchived } from './condition/archivedSql.ts'
import { andSeen } from './condition/conditionSql.ts'
import { type ReadScope, scopeOf } from './condition/ReadScope.ts'
import { wordSql } from './condition/searchText.ts'
import { selectionJson } from './record/selectionJson.ts'

/** A model without an index for words is searched for what is inside of its texts if it has fewer records than this. */
export const maxScanned = 100_000

/** The most records that are read in that way by one search, in all models together: the smallest ones are searched. */
export const maxScannedInAll = 500_000

/**
 * The first records of each model in which all words occur, in one statement: the name of the model, its records as
 * JSON without brackets, and whether there are more. Models without such records have no row.
 */
export function searchAllStatement(
  searches: readonly ModelSearch[],
  authorization: Authorization,
  models: Models,
): NamedSql {
  const scope = scopeOf(authorization, models)
  const parts = searches.map((search, index) => ofModel(search, index, scope))
  const scanned = searches.filter(({ beginning }) => beginning !== undefined)
  const rows = sql`
select found.model, found.records, found.more::text
from (
  ${parts.length === 0 ? noRow : join(parts, '\n  union all\n  ')}
) as found(ordinal, model, records, more)
where found.records is not null
order by found.ordinal`
  const small = scanned.length === 0 ? sql`` : sql`, ${smallTables(scanned)}`
  const statement = sql`with ${authCheckFor([authorization.credential])}${small} ${authorizedRows(rows, 3)}`
  return statement.named('record.searchAll')
}

const noRow = sql`select 0, null::text, null::text, false where false`

function ofModel(search: ModelSearch, index: number, scope: ReadScope): Sql {
  const { model, selection, beginning } = search
  const { json } = selectionJson(selection, scope, 't', defaultAnswerLimit)
  const chosen = beginning ? beginningFirst(search, beginning, scope) : withWords(search, scope)
  return sql`(
    select ${index}::bigint, ${literal(model.name)},
      string_agg(case when chosen.ordinal <= ${maxOfEach}::bigint then (
        select ${json} from ${tableName(model)} as t where t.id = chosen.id
      ) end, ',' order by chosen.ordinal),
      count(*) > ${maxOfEach}::bigint
    from (${chosen}
    ) as chosen
  )`
}

/** Records in which all words occur, by the index of the declared search fields. */
function withWords({ model, words }: ModelSearch, scope: ReadScope): Sql {
  return sql`
      select t.id, row_number() over (order by t.id) as ordinal
      from ${tableName(model)} as t
      where ${wordsSql(words, model)}${andSeen(model, 't', scope)}${andUnarchived(model, 't', scope)}
      order by t.id
      limit ${maxOfEach + 1}::bigint`
}

/**
 * Records of a model without such an index: those with a value that begins with the text, by the index of its field,
 * then those in which all words occur, if the table is small.
 */
function beginningFirst({ model, words }: ModelSearch, { fields, texts }: Beginning, scope: ReadScope): Sql {
  const seen = sql`${andSeen(model, 't', scope)}${andUnarchived(model, 't', scope)}`
  const last = sql`limit ${maxOfEach + 1}::bigint`
  const begins = fields.flatMap((field) =>
    texts.map((text) => {
      const column = name('t', columnOf(field))
      return sql`(
          select t.id, 0 as rank
          from ${tableName(model)} as t
          where ${beginsWith(column, text)}${seen}
          order by ${column} ${last}
        )`
    }),
  )
  const contains = sql`(
          select t.id, 1 as rank
          from ${tableName(model)} as t
          where exists (select from small where small.name = ${tableOf(model.name)}::text)
            and ${wordsSql(words, model)}${seen}
          order by t.id ${last}
        )`
  return sql`
      select found.id, row_number() over (order by min(found.rank), found.id) as ordinal
      from (
        ${join([...begins, contains], ' union all ')}
      ) as found
      group by found.id
      order by min(found.rank), found.id ${last}`
}

/** The range is what an index finds in any collation; what it finds besides is left out. */
function beginsWith(column: Sql, text: string): Sql {
  const end = `${text}\u{10FFFF}`
  return sql`${column} >= ${text}::text and ${column} < ${end}::text and starts_with(${column}, ${text}::text)`
}

function wordsSql(words: readonly string[], model: Model): Sql {
  return join(
    words.map((word) => wordSql(word, model, 't')),
    ' and ',
  )
}

/** The tables that may be read as a whole, by what PostgreSQL estimates: the smallest ones, up to a sum. */
function smallTables(searches: readonly ModelSearch[]): Sql {
  const tables = searches.map(({ model }) => tableOf(model.name))
  return sql`small as materialized (
  select sized.name
  from (
    select tables.name, tables.size, sum(tables.size) over (order by tables.size, tables.name) as sum
    from (
      select c.relname::text as name,
        case when c.reltuples < 0 then pg_relation_size(c.oid) / 100 else c.reltuples end as size
      from pg_class as c
      where c.relnamespace = ${literal(recordSchema)}::regnamespace and c.relname = any(${tables}::name[])
    ) as tables
  ) as sized
  where sized.size < ${maxScanned}::float8 and sized.sum < ${maxScannedInAll}::float8
)`
}
