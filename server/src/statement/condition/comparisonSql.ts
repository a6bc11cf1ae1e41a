import type { Condition } from '../../criteria/Condition.ts'
import { operatorOf } from '../../criteria/operators.ts'
import type { Path } from '../../criteria/path.ts'
import { comparedField } from '../../criteria/parseOperands.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { literal, type Sql, sql } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'
import { unaccented } from './searchText.ts'
import { ifKnown, listSql, operandSql } from './operandSql.ts'

type Comparison = Extract<Condition, { is: 'comparison' }>

/** The comparison of a field with its operands. */
export function comparisonSql(comparison: Comparison, joins: Joins, isNegated: boolean): Sql {
  const { path, comparator } = comparison
  if (isNegated || comparator === 'isNull' || operatorOf(comparator).index === 'none')
    return compareSql(joins.column(path), comparison, joins)
  const { value, andSeen } = joins.split(path)
  const met = compareSql(value, comparison, joins)
  return andSeen ? sql`(${met}${andSeen})` : met
}

function compareSql(left: Sql, { path, comparator, operands }: Comparison, joins: Joins): Sql {
  const operator = operatorOf(comparator)
  const compared = comparedField(path.field, comparator)
  const operandAt = (index: number) => operandSql(requireAt(operands, index), compared, joins)
  switch (operator.takes) {
    case 'nothing':
      return operator.sql(orMissing(left, path.field), nothing, nothing)
    case 'list':
      return operator.sql(left, listSql(operands, compared, joins), nothing)
    case 'range':
      return ifKnown(operands, operator.sql(left, operandAt(0), operandAt(1)), path.field, joins)
    case 'pattern':
    case 'value':
      return operator.textual && ignoresAccents(path, joins)
        ? operator.sql(unaccented(left), unaccented(operandAt(0)), nothing)
        : operator.sql(left, operandAt(0), nothing)
  }
}

/** A value that is null also where the column has something else for none. */
function orMissing(value: Sql, field: Field): Sql {
  const { none } = typeOf(field)
  return none === undefined ? value : sql`nullif(${value}, ${literal(none)})`
}

/** An operand that the operator does not take. */
const nothing = sql``

/** Operators for text ignore accents in the fields that the model searches without them, for every caller alike. */
function ignoresAccents({ steps, field }: Path, joins: Joins): boolean {
  const owner = joins.scope.models.get(steps.at(-1)?.target ?? joins.model.name)
  return owner.accents === false && owner.search?.includes(field.name) === true
}
