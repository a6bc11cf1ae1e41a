import { parsePath } from '../../criteria/path.ts'
import { fieldsOf } from '../../expression/ExpressionTree.ts'
import type { SqlScope } from '../../expression/SqlScope.ts'
import { toSql } from '../../expression/toSql.ts'
import { userModel } from '../../model/builtIn/names.ts'
import type { Field } from '../../model/field/Field.ts'
import { isStored } from '../../model/field/fieldTypes.ts'
import type { FormulaField } from '../../model/field/formula.ts'
import { toFittingValue } from '../../model/field/formula/excess.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, name, type Sql, sql } from '../../sql/sql.ts'
import { zoneOf } from '../place.ts'
import type { Joins } from './conditionSql.ts'

/**
 * A formula that is computed when the record of `joins` is read, over what the caller sees: what is hidden in this
 * record counts as missing. `valueOf` is the SQL of a field that is computed at read, too: a rollup or a formula. It is
 * computed once, however often the formula names it.
 */
export function formulaSql(field: FormulaField, joins: Joins, valueOf: (used: Field) => Sql): Sql {
  const { tree } = field
  if (!tree) throw new TypeError(`The formula ${field.name} was not resolved.`)
  const used = fieldsOf(tree)
  const computed = joins.model.fields.filter((one) => used.includes(one.name) && !isStored(one))
  const value = toFittingValue(toSql(tree, scopeOf(joins, computed)), field.result)
  if (computed.length === 0 && joins.isEmpty) return value
  const columns = computed.map((one) => sql`${valueOf(one)} as ${name(columnOf(one.name))}`)
  // Without the offset, PostgreSQL would compute a value as often as it is named.
  const values = computed.length > 0 ? sql`select ${join(columns)} offset 0` : sql`select 1`
  return sql`(
  select ${value}
  from (${values}) as _computed${joins.toSql()}
)`
}

function scopeOf(joins: Joins, computed: readonly Field[]): SqlScope {
  const scope = expressionScope(joins)
  const isComputed = (used: string) => computed.some((one) => one.name === used)
  return { ...scope, field: (used) => (isComputed(used) ? name('_computed', columnOf(used)) : scope.field(used)) }
}

/** The names of expressions over a record and those that it refers to. */
export function expressionScope(joins: Joins): SqlScope {
  const { model, scope } = joins
  return {
    field: (used) => joins.column(parsePath(used, model, scope.models)),
    variable: (used) => variableSql(used.split('.'), joins),
    timeZone: zoneOf(scope.models),
    yearBegins: sql`${scope.models.application.yearBegins}::text`,
  }
}

/** `$before.field`, `$user` and `$user.a.b`, which leads from the calling user over references. */
function variableSql([variable, ...path]: string[], { root, model, scope }: Joins): Sql {
  if (variable === '$before') return root.before(parsePath(path.join('.'), model, scope.models).field)
  const { steps, field } =
    path.length === 0 ? userItself : parsePath(path.join('.'), scope.models.get(userModel), scope.models)
  const owners = [userModel, ...steps.map(({ target }) => target)]
  return [...steps, field].reduce((id, { name: part }, index) => {
    if (part === 'id') return id
    const table = tableName(scope.models.get(owners[index] ?? userModel))
    return sql`(select ${name('_viewer', columnOf(part))} from ${table} as _viewer where _viewer.id = ${id})`
  }, scope.viewer)
}

const userItself = { steps: [], field: { name: 'id' } } as const
