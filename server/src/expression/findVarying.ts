import { type ExpressionTree, partsOf } from './ExpressionTree.ts'
import { functionOf } from './functions/table.ts'

const orders = ['<', '<=', '>', '>=', 'min', 'max']

/**
 * What makes the value of an expression change without the record: a variable, the place, or the order of texts, which
 * follows the collation of the database. Undefined if there is nothing of that kind, so that the value can be stored.
 */
export function findVarying(tree: ExpressionTree): string | undefined {
  for (const part of partsOf(tree)) {
    if (part.is === 'variable') return part.name
    if (part.is !== 'call') continue
    if (functionOf(part.name).varies) return part.name
    if (orders.includes(part.name) && part.of[0]?.type === 'text') return `${part.name} of texts`
  }
  return undefined
}
