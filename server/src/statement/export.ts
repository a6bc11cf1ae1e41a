import { typeOf } from '../model/field/fieldTypes.ts'
import type { Field } from '../model/field/Field.ts'
import type { Models } from '../model/Models.ts'
import type { CellSource, ExportPlan } from '../plan/ExportPlan.ts'
import { join, type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { andUnarchived } from './condition/archivedSql.ts'
import { andRelatedSeen, andSeen, conditionSql, Joins } from './condition/conditionSql.ts'
import { membersSql, sourceOf } from './condition/relationSql.ts'
import { scopeOf } from './condition/ReadScope.ts'
import { wordSql } from './condition/searchText.ts'
import { isNeverNull, sortKey } from './condition/sortKey.ts'
import { startOf } from './condition/startOf.ts'
import { defaultAnswerLimit, maxMembers } from './limit/answerSize.ts'
import { refuseCost } from './limit/searchCost.ts'
import { column } from './record/columns.ts'
import { selectionJson } from './record/selectionJson.ts'

/**
 * Declares the cursor `rows` over the records of an export: each as JSON text, as a search answers it, or as a text for
 * each cell. No record is there that the caller does not see, and nothing of it.
 */
export function declareExportStatement(plan: ExportPlan, models: Models, limit = defaultAnswerLimit): NamedSql {
  const { model, condition, words, sort, shows, authorization } = plan
  const scope = scopeOf(authorization, models)
  const joins = new Joins('t', model, scope)
  const shown =
    shows.as === 'json'
      ? [selectionJson(shows.selection, scope, 't', limit).json]
      : shows.columns.map(({ source }) => cellSql(source, joins))
  const met = [conditionSql(condition, joins), ...words.map((word) => wordSql(word, model, 't'))]
  const order = sort.map(({ path, descending }) =>
    sortKey(joins.column(path), { required: isNeverNull(path, joins), descending }),
  )
  const ruled = andSeen(model, 't', scope)
  const found = sql`from ${startOf(model, joins)}
where ${join(met, ' and ')}${ruled}
order by ${join(order)}`
  refuseCost({ parts: [found], ruled, fields: join(shown) })
  return sql`declare rows no scroll cursor without hold for
select ${join(shown)}
${found}`.named('record.export')
}

function cellSql(source: CellSource, joins: Joins): Sql {
  if (source.from === 'field') return textSql(source.path.field, joins.column(source.path))
  const { scope } = joins
  const { steps, relation, path } = source
  const last = steps.at(-1)
  const owner = last ? scope.models.get(last.target) : joins.model
  const from = joins.reach(steps)
  const target = scope.models.get(relation.target)
  const alias = `${from}_linked`
  const inner = new Joins(alias, target, scope)
  const value = textSql(path.field, inner.column(path))
  const related = andRelatedSeen(owner.name, relation, from, alias, scope)
  const seen = sql`true${andUnarchived(target, alias, scope)}${related}`
  const members = membersSql(sourceOf(owner.name, relation, from, alias), startOf(target, inner), seen)
  return sql`(
  select case when tabularium.refuse_large_answer(count(*) > ${maxMembers}::bigint) then
    string_agg(${escaped(value)}, '|' order by ${column(alias, 'id')})
  end
  ${members}
)`
}

/** The text of a value, as its JSON has it. Elements of a set are separated as linked records are. */
function textSql(field: Field, value: Sql): Sql {
  const type = typeOf(field)
  if (type.columnType(field).endsWith('[]'))
    return sql`(
  select string_agg(${escaped(sql`one.value`)}, '|' order by one.place)
  from unnest(${value}) with ordinality as one(value, place)
)`
  const shown = type.toPlain?.(field, value) ?? type.toJson(field, value, noContext)
  return sql`(${shown})::text`
}

/** A text in a list whose elements are separated by `|`. */
function escaped(text: Sql): Sql {
  return sql`replace(replace(${text}, '\\', '\\\\'), '|', '\\|')`
}

const noContext = {
  referredJson: (): never => {
    throw new TypeError('A cell shows nothing of other records but the field that is named.')
  },
}
