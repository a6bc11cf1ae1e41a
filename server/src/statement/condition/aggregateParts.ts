import type { Period } from '../../model/aggregates.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { maxInteger } from '../../model/field/convert.ts'
import type { ReferenceField } from '../../model/field/reference.ts'
import { tableName } from '../../model/names.ts'
import type { Group, Measure } from '../../plan/AggregatePlan.ts'
import { join, literal, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { andSeen, type Joins } from './conditionSql.ts'
import type { ReadScope } from './ReadScope.ts'
import { type Member, sparseObjectJson } from '../record/objectJson.ts'
import { authorJson, fieldJson, orUnseen, titleMembers, unseenJson } from '../record/recordJson.ts'

// The columns of a group are `_key0 …`, `_count` and `_figure0 …`; those of its source `_key0 …` and `_value0 …`.

/** How a period is written. The form of a week is that of ISO 8601. */
const forms = {
  day: 'YYYY-MM-DD',
  week: 'IYYY"-W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
} as const satisfies Record<Period, string>

/** The digits that an average has after the point in addition to those of its field. */
export const averageDigits = 4

/** The key of a group: the value of the field, one of its values, or the first day of its period. */
export function keySql({ path, by, each, timeZone = 'UTC' }: Group, index: number, joins: Joins): Sql {
  if (each) return column(`_each${index}`, 'value')
  const own = joins.column(path)
  const { calendar } = typeOf(path.field)
  if (by === undefined || !calendar) return own
  return sql`date_trunc(${literal(by)}, ${calendar.toLocal(own, sql`${timeZone}::text`)})::date`
}

/** The values of a field with several of them, as rows beside the record. A record without values has none. */
export function eachSql({ path, each }: Group, index: number, joins: Joins): Sql {
  if (!each) return sql``
  return sql`\n    cross join lateral unnest(${joins.column(path)}) as ${name(`_each${index}`)}(value)`
}

/** A figure of a group. A sum of nothing is 0; the other functions have no value then. */
export function measureSql({ function: called, path: { field } }: Measure, index: number): Sql {
  const own = name(`_value${index}`)
  const scale = typeOf(field).sums?.scale(field) ?? 0
  switch (called) {
    case 'sum':
      return sql`round(coalesce(sum(${own}), 0), ${trusted(String(scale))})`
    case 'avg':
      return averageSql(own, scale + averageDigits)
    case 'countDistinct':
      return sql`count(distinct ${own})`
    case 'filled':
      return sql`count(${own})`
    case 'min':
    case 'max':
      return sql`${trusted(called)}(${own})`
  }
}

/**
 * An average, exact to these digits. `avg` has only 16 significant digits, and zeros behind them. A quotient has as
 * many digits as the dividend: with 20 more than needed, it is rounded once and not twice.
 */
function averageSql(own: Sql, digits: number): Sql {
  return sql`round(round(sum(${own}), ${trusted(String(digits + 20))}) / count(${own}), ${trusted(String(digits))})`
}

/** The number of records of a group. */
export const countSql: Sql = sql`chosen._count`

/** The keys of a group as a JSON object. */
export function groupJson(groups: readonly Group[], scope: ReadScope): Sql {
  if (groups.length === 0) return sql`'{}'::json`
  return sparseObjectJson(
    groups.map((group, index) => ({ name: group.name, json: keyJson(group, column('chosen', `_key${index}`), scope) })),
  )
}

/** A key as the records show it: a reference with its title, an author with the username. */
function keyJson({ path: { field }, by, each }: Group, own: Sql, scope: ReadScope): Sql {
  if (each) return own
  if (by !== undefined) return sql`to_char(${own}, ${literal(forms[by])})`
  if (field.name === 'createdBy' || field.name === 'updatedBy') return authorJson(own)
  return field.type === 'reference' ? referredJson(field, own, scope) : fieldJson(field, own, scope)
}

/** The id and the title of the record that a group refers to; only the id if the caller does not see the record. */
function referredJson({ target }: ReferenceField, own: Sql, scope: ReadScope): Sql {
  const model = scope.visibility.models.find(target)
  if (!model) return unseenJson(target, own)
  const members = [{ name: 'id', json: column('referred', 'id') }, ...titleMembers(model, scope, 'referred')]
  const found = sql`(
  select ${sparseObjectJson(members)}
  from ${tableName(model)} as referred
  where referred.id = ${own}${andSeen(model, 'referred', scope)}
)`
  return orUnseen(found, model, own, scope)
}

/** The figures of a group: one member for each function, with the fields in it. */
export function figuresJson(measures: readonly Measure[], scope: ReadScope): Member[] {
  const figures = measures.map((measure, index) => ({
    of: measure.function,
    name: measure.name,
    json: figureJson(measure, column('chosen', `_figure${index}`), scope),
  }))
  return [...Map.groupBy(figures, ({ of }) => of)].map(([of, members]) => ({
    name: of,
    json: sparseObjectJson(members),
  }))
}

function figureJson({ function: called, path: { field } }: Measure, own: Sql, scope: ReadScope): Sql {
  if (called === 'countDistinct' || called === 'filled') return own
  if (called === 'avg') return sql`${own}::text`
  if (called === 'sum') return typeOf(field).sums?.json(field) === 'number' ? own : sql`${own}::text`
  return fieldJson(field, own, scope)
}

/** Whether a sum of the group is too great for a number in JSON. */
export function overflowSql(measures: readonly Measure[]): Sql {
  const sums = measures.flatMap(({ function: called, path: { field } }, index) =>
    called === 'sum' && typeOf(field).sums?.json(field) === 'number'
      ? [sql`abs(${column('chosen', `_figure${index}`)}) > ${maxInteger}`]
      : [],
  )
  return sums.length === 0 ? sql`false` : sql`(${join(sums, ' or ')})`
}
