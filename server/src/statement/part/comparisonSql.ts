import type { Condition } from '../../criteria/Condition.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'
import { ifKnown, listSql, operandSql } from './operandSql.ts'

/** The comparison of a field with its operands. */
export function comparisonSql(
  { path, comparator, operands }: Extract<Condition, { is: 'comparison' }>,
  joins: Joins,
): Sql {
  const left = joins.column(path)
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
      return sql`${left} ilike ${first}`
    case 'notLike':
      return sql`${left} not ilike ${first}`
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
