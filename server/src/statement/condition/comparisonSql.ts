import { type Condition, operators } from '../../criteria/Condition.ts'
import type { Path } from '../../criteria/path.ts'
import { requireValue } from '../../failure/invariant.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'
import { unaccented } from './searchText.ts'
import { ifKnown, listSql, operandSql } from './operandSql.ts'

type Comparison = Extract<Condition, { is: 'comparison' }>

/** The comparison of a field with its operands. */
export function comparisonSql(comparison: Comparison, joins: Joins, isNegated: boolean): Sql {
  const { path, comparator } = comparison
  if (isNegated || comparator === 'isNull' || operators[comparator].index === 'none')
    return compareSql(joins.column(path), comparison, joins)
  const { value, andSeen } = joins.split(path)
  const met = compareSql(value, comparison, joins)
  return andSeen ? sql`(${met}${andSeen})` : met
}

function compareSql(left: Sql, { path, comparator, operands }: Comparison, joins: Joins): Sql {
  const [first, second] = operands.map((operand) => operandSql(operand, path.field, joins))
  switch (comparator) {
    case 'isNull':
      return sql`${left} is null`
    case 'notNull':
      return sql`${left} is not null`
    case 'in':
      return sql`${left} = any(${listSql(operands, path.field, joins)})`
    case 'notIn':
      return sql`${left} <> all(${listSql(operands, path.field, joins)})`
    case 'like':
      return likeSql(path, 'ilike', left, requireValue(first, 'The pattern'), joins)
    case 'notLike':
      return likeSql(path, 'not ilike', left, requireValue(first, 'The pattern'), joins)
    case 'between':
      return ifKnown(operands, sql`${left} between ${first} and ${second}`, path.field, joins)
    case 'notBetween':
      return ifKnown(operands, sql`${left} not between ${first} and ${second}`, path.field, joins)
    case '!=':
      return sql`${left} <> ${first}`
    case '=':
      return sql`${left} = ${first}`
    case '<':
      return sql`${left} < ${first}`
    case '<=':
      return sql`${left} <= ${first}`
    case '>':
      return sql`${left} > ${first}`
    case '>=':
      return sql`${left} >= ${first}`
  }
}

/** A pattern ignores accents in the fields that the model searches without them, for every caller alike. */
function likeSql({ steps, field }: Path, operator: 'ilike' | 'not ilike', left: Sql, pattern: Sql, joins: Joins): Sql {
  const owner = joins.scope.models.get(steps.at(-1)?.target ?? joins.model.name)
  if (owner.accents !== false || !owner.search?.includes(field.name))
    return sql`${left} ${trusted(operator)} ${pattern}`
  return sql`${unaccented(left)} ${trusted(operator)} ${unaccented(pattern)}`
}
