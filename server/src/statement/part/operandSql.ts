import { isVariable, type Operand, type Variable } from '../../criteria/Condition.ts'
import { userModel } from '../../model/builtIn/names.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from './columns.ts'
import type { ReadScope } from './ReadScope.ts'

/** What a field is compared with. */
export function operandSql(operand: Operand, field: Field, scope: ReadScope): Sql {
  const type = trusted(operandType(field))
  return isVariable(operand) ? sql`${variableSql(operand, field, scope)}::${type}` : sql`${operand}::${type}`
}

/** An empty text stands for nothing here: whoever has no value for what a rule asks about meets it nowhere. */
function variableSql(variable: Variable, compared: Field, { models, viewer }: ReadScope): Sql {
  if (variable.variable === 'now') return typeOf(compared).now ?? sql`now()`
  const { field } = variable
  if (field.name === 'id') return viewer
  const own = column('_viewer', columnOf(field.name))
  const value = operandType(field) === 'text' ? sql`nullif(${own}, '')` : own
  return sql`(select ${value} from ${tableName(models.get(userModel))} as _viewer where _viewer.id = ${viewer})`
}

/**
 * Unknown, and so neither met nor not met, where a variable has no value: also where the other end of a range would decide, or that
 * no record of a relation meets it. Else `not` would make a rule hold everywhere for who has no value.
 */
export function ifKnown(operands: readonly Operand[], met: Sql, field: Field, scope: ReadScope): Sql {
  const variables = operands.filter(isVariable).filter((one) => one.variable === 'user' && one.field.name !== 'id')
  if (variables.length === 0) return met
  const known = variables.map((variable) => sql`${variableSql(variable, field, scope)} is not null`)
  return sql`case when ${join(known, ' and ')} then ${met} end`
}

/** The type to compare in: that of the column, but without its limits, to which an operand would be rounded. */
export function operandType(field: Field): string {
  return typeOf(field)
    .columnType(field)
    .replace(/\(\d+(,\d+)?\)/, '')
}
