import { isVariable, type Operand, type Variable } from '../../criteria/Condition.ts'
import { type Moment, units } from '../../criteria/moment.ts'
import { userModel } from '../../model/builtIn/names.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { ColumnValue } from '../../model/field/FieldType.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import type { Joins } from './conditionSql.ts'
import type { ReadScope } from './ReadScope.ts'

/** The operand of a comparison, in the type in which the field is compared; fields of the record in their own type. */
export function operandSql(operand: Operand, field: Field, joins: Joins): Sql {
  const type = trusted(operandType(field))
  if (!isVariable(operand)) return sql`${valueSql(operand, joins.scope)}::${type}`
  const value = variableSql(operand, field, joins)
  return operand.variable === 'record' || operand.variable === 'before' ? value : sql`${value}::${type}`
}

function valueSql(value: ColumnValue, { isInlined }: ReadScope): Sql {
  return isInlined ? literal(String(value)) : sql`${value}`
}

/** The values of a list, which are no variables. */
export function listSql(operands: readonly Operand[], field: Field, { scope }: Joins): Sql {
  const type = trusted(operandType(field))
  if (!scope.isInlined) return sql`${operands}::${type}[]`
  const values = operands.flatMap((operand) => (isVariable(operand) ? [] : [valueSql(operand, scope)]))
  return sql`array[${join(values)}]::${type}[]`
}

/** An empty text counts as no value: a user without a value for the field meets the condition nowhere. */
function variableSql(variable: Variable, compared: Field, { root, scope: { models, viewer } }: Joins): Sql {
  if (variable.variable === 'now') return momentSql(variable, compared)
  const { field } = variable
  if (variable.variable === 'record') return root.column({ steps: [], field })
  if (variable.variable === 'before') return root.before(field)
  if (field.name === 'id') return viewer
  const own = column('_viewer', columnOf(field.name))
  const value = operandType(field) === 'text' ? sql`nullif(${own}, '')` : own
  return sql`(select ${value} from ${tableName(models.get(userModel))} as _viewer where _viewer.id = ${viewer})`
}

/** A moment in the type of the field that it is compared with. */
function momentSql({ startOfDay, shift }: Moment, compared: Field): Sql {
  const { now = sql`now()`, calendar } = typeOf(compared)
  if ((!startOfDay && !shift) || !calendar) return now
  const current = sql`(now() at time zone 'UTC')`
  const start = startOfDay ? sql`date_trunc('day', ${current})` : current
  const distance = shift && trusted(`interval '${shift.amount} ${units[shift.unit]}'`)
  return calendar.fromUtc(distance ? sql`(${start} + ${distance})` : start)
}

/**
 * Makes a condition unknown if a variable has no value, even if the other end of a range or the lack of related records
 * would decide it. Otherwise `not` would make a rule hold everywhere for users without a value.
 */
export function ifKnown(operands: readonly Operand[], met: Sql, field: Field, joins: Joins): Sql {
  const variables = operands.filter(isVariable).filter((one) => one.variable !== 'now' && !isCaller(one))
  if (variables.length === 0) return met
  const known = variables.map((variable) => sql`${variableSql(variable, field, joins)} is not null`)
  return sql`case when ${join(known, ' and ')} then ${met} end`
}

/** The id of the calling user, which is always known. */
function isCaller(variable: Variable): boolean {
  return variable.variable === 'user' && variable.field.name === 'id'
}

/** The type to compare in: that of the column without its length or precision, to which an operand would be rounded. */
export function operandType(field: Field): string {
  return typeOf(field)
    .columnType(field)
    .replace(/\(\d+(,\d+)?\)/, '')
}
