import { name, type Sql, sql, trusted } from '../../../sql/sql.ts'
import { columnOf } from '../../names.ts'
import type { Formula } from './Formula.ts'

/**
 * A formula as SQL over the columns of the same row. It is computed in `numeric`, which has no limit that a formula can
 * reach, so PostgreSQL raises no error for any record. A division by zero has no value, like a missing operand.
 */
export function formulaSql(formula: Formula): Sql {
  switch (formula.is) {
    case 'number':
      return sql`${trusted(formula.text)}::numeric`
    case 'field':
      return sql`${name(columnOf(formula.name))}::numeric`
    case 'negative':
      return sql`(- ${formulaSql(formula.of)})`
    case 'round':
      return sql`round(${formulaSql(formula.of)}, ${trusted(String(formula.digits))})`
    case 'operation': {
      const [left, right] = [formulaSql(formula.left), formulaSql(formula.right)]
      if (formula.operator === '/') return sql`(${left} / nullif(${right}, 0))`
      return sql`(${left} ${trusted(formula.operator)} ${right})`
    }
  }
}

/**
 * A formula as text with its fields in braces, as templates of computed fields have them. The comment of the column
 * stores it: two formulas with the same text compute the same.
 */
export function toTemplate(formula: Formula): string {
  switch (formula.is) {
    case 'number':
      return formula.text
    case 'field':
      return `{${formula.name}}`
    case 'negative':
      return `(-${toTemplate(formula.of)})`
    case 'round':
      return `round(${toTemplate(formula.of)}, ${formula.digits})`
    case 'operation':
      return `(${toTemplate(formula.left)} ${formula.operator} ${toTemplate(formula.right)})`
  }
}
