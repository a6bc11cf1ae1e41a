import type { Models } from '../model/Models.ts'
import { tableName } from '../model/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { maxOfEach, type ModelSearch } from '../plan/searchAll.ts'
import { join, literal, type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { defaultAnswerLimit } from './limit/answerSize.ts'
import { authCheckFor, authorizedRows } from './authorization/authCheck.ts'
import { andSeen } from './condition/conditionSql.ts'
import { type ReadScope, scopeOf } from './condition/ReadScope.ts'
import { wordSql } from './condition/searchText.ts'
import { selectionJson } from './record/selectionJson.ts'

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
  const rows = sql`
select found.model, found.records, found.more::text
from (
  ${parts.length === 0 ? noRow : join(parts, '\n  union all\n  ')}
) as found(ordinal, model, records, more)
where found.records is not null
order by found.ordinal`
  return sql`with ${authCheckFor([authorization.credential])} ${authorizedRows(rows, 3)}`.named('record.searchAll')
}

const noRow = sql`select 0, null::text, null::text, false where false`

function ofModel({ model, selection, words }: ModelSearch, index: number, scope: ReadScope): Sql {
  const { json } = selectionJson(selection, scope, 't', defaultAnswerLimit)
  const met = join(
    words.map((word) => wordSql(word, model, 't')),
    ' and ',
  )
  const chosen = sql`
      select t.id, row_number() over (order by t.id) as ordinal
      from ${tableName(model)} as t
      where ${met}${andSeen(model, 't', scope)}
      order by t.id
      limit ${maxOfEach + 1}::bigint`
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
