import { toStoredSql } from '../../expression/toSql.ts'
import { isFilledByWrite } from '../../model/defaults.ts'
import { type ExpressionDefault, expressionDefaults, hasExpression } from '../../model/expressionDefaults.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { Joins } from '../condition/conditionSql.ts'
import { expressionScope } from '../condition/formulaSql.ts'
import { type ReadScope, wholeScope } from '../condition/ReadScope.ts'
import type { RowCheck, RowsToWrite } from '../refusal/refusals.ts'
import { column } from './columns.ts'
import { defaultMark, type InputColumn } from './input.ts'

/**
 * The rows of a query with their defaults that are expressions, level by level: a default may use the default of
 * another field. Expressions see everything, whatever the caller sees; references are joined once in a level.
 */
export function withDefaults(rows: Sql, columns: readonly InputColumn[], model: Model, scope: ReadScope): Sql {
  const levels = expressionDefaults(model, scope.models)
  const names = columns.map((one) => one.name)
  return levels.reduce((query, level, index) => {
    const wanted = level.filter(({ field }) => names.includes(columnOf(field.name)))
    return wanted.length === 0 ? query : levelSql(query, columns, wanted, `_level${index + 1}`, model, scope)
  }, rows)
}

function levelSql(
  query: Sql,
  columns: readonly InputColumn[],
  level: readonly ExpressionDefault[],
  alias: string,
  model: Model,
  scope: ReadScope,
): Sql {
  const isAuthored = columns.some((one) => one.name === '_by')
  const viewer = isAuthored ? column(alias, '_by') : scope.viewer
  const joins = new Joins(alias, model, { ...wholeScope(scope.models), viewer })
  const shown = columns.map(({ name: own }) => {
    const found = level.find(({ field }) => columnOf(field.name) === own)
    if (!found) return column(alias, own)
    const value = defaultSql(found, joins)
    const isUnsent = column(alias, defaultMark(found.field))
    return sql`case when ${isUnsent} then ${value} else ${column(alias, own)} end as ${name(own)}`
  })
  return sql`select ${join(shown)} from (${query}) as ${trusted(alias)}${joins.toSql()}`
}

/** The value of a default in the type of its column, but for numbers, whose range is not checked yet. */
function defaultSql({ field, tree }: ExpressionDefault, joins: Joins): Sql {
  const value = toStoredSql(tree, expressionScope(joins))
  const { sums } = typeOf(field)
  return sums ? sql`round(${value}, ${trusted(String(sums.scale(field)))})` : value
}

/** The columns that are read for some fields of a new record: for a default also its mark, and those that it uses. */
export function readForDefaults(fields: readonly string[], model: Model, models: Models): string[] {
  const defaults = expressionDefaults(model, models).flat()
  const all = new Set(fields)
  for (const name of all)
    for (const used of defaults.find(({ field }) => field.name === name)?.uses ?? []) all.add(used)
  const marks = defaults.filter(({ field }) => all.has(field.name)).map(({ field }) => defaultMark(field))
  return [...[...all].map(columnOf), ...marks]
}

/** Refuses new records whose defaults have no value though they need one, or one that the field does not allow. */
export function unfitDefaults({ operation, fields }: RowsToWrite): RowCheck[] {
  if (operation !== 'create') return []
  return fields.filter(isFilledByWrite).flatMap((field): RowCheck[] => {
    const value = column('input', columnOf(field.name))
    const isAllowed = allowedSql(field, value)
    if (!isAllowed && !(field.required && hasExpression(field))) return []
    const unfit = isAllowed ? sql`${value} is not null and not (${isAllowed})` : sql`false`
    const broken = field.required ? sql`(${value} is null or ${unfit})` : sql`(${unfit})`
    return [
      {
        reason: { kind: 'default', field: field.name },
        applies: () =>
          hasExpression(field) ? sql`${column('input', defaultMark(field))} and ${broken}` : sql`${unfit}`,
        reads: [field],
        readsOld: false,
        found: () => sql`coalesce(encode(convert_to(to_jsonb(${value}) #>> '{}', 'UTF8'), 'hex'), '')`,
      },
    ]
  })
}

/** Whether a field allows a value that the statement computes; undefined if it allows all of its type. */
function allowedSql(field: Field, value: Sql): Sql | undefined {
  const { increment, constraint } = typeOf(field)
  const limits = [increment?.inRange(field, value), constraint?.(field, value)].filter((one) => one !== undefined)
  return limits.length === 0 ? undefined : join(limits, ' and ')
}
