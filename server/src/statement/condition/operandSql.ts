import { isVariable, type Operand, type Variable } from '../../criteria/Condition.ts'
import { type Moment, units } from '../../criteria/moment.ts'
import { userModel } from '../../model/builtIn/names.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { ColumnValue } from '../../model/field/FieldType.ts'
import type { ReferenceField } from '../../model/field/reference.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import { zoneOf } from '../place.ts'
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
  if (variable.variable === 'now') return momentSql(variable, compared, models)
  const { field } = variable
  if (variable.variable === 'source') throw new Error('A form asks with the values of its record in place of $source.')
  if (variable.variable !== 'user')
    return variable.variable === 'before' ? root.before(field) : root.column({ steps: [], field })
  if (isCaller(variable)) return viewer
  const { through } = variable
  const own = column(through ? '_theirs' : '_viewer', columnOf(field.name))
  const value = operandType(field) === 'text' ? sql`nullif(${own}, '')` : own
  const table = tableName(models.get(userModel))
  return sql`(select ${value} from ${table} as _viewer${theirs(through, models)} where _viewer.id = ${viewer})`
}

/** The record that a reference of the user leads to, found by its primary key. */
function theirs(through: ReferenceField | undefined, models: Models): Sql {
  if (!through) return sql``
  const reference = column('_viewer', columnOf(through.name))
  return sql` join ${tableName(models.get(through.target))} as _theirs on _theirs.id = ${reference}`
}

/**
 * A moment in the type of the field that it is compared with. A day is one of the place, and begins there; a distance
 * from `$now` to a time does not depend on a zone.
 */
function momentSql({ startOfDay, shift }: Moment, compared: Field, models: Models): Sql {
  const { now = () => sql`now()`, calendar } = typeOf(compared)
  const timeZone = startOfDay || !calendar?.hasZone ? zoneOf(models) : sql`'UTC'`
  if ((!startOfDay && !shift) || !calendar) return now(timeZone)
  const current = sql`(now() at time zone ${timeZone})`
  const start = startOfDay ? sql`date_trunc('day', ${current})` : current
  const distance = shift && trusted(`interval '${shift.amount} ${units[shift.unit]}'`)
  return calendar.fromLocal(distance ? sql`(${start} + ${distance})` : start, timeZone)
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
  return variable.variable === 'user' && variable.field.name === 'id' && variable.through === undefined
}

/** The type to compare in: that of the column without its length or precision, to which an operand would be rounded. */
export function operandType(field: Field): string {
  return typeOf(field)
    .columnType(field)
    .replace(/\(\d+(,\d+)?\)/, '')
}
