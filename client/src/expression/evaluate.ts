import { compute } from './compute.ts'
import { decimalText, toDecimal, toScale } from './Decimal.ts'
import type { EvaluationContext } from './EvaluationContext.ts'
import type { ExpressionTree } from './ExpressionTree.ts'
import { toDuration } from './times.ts'
import { toJson, toValue, unknown, type Value } from './values.ts'

/**
 * The value of an expression in the form of the service, as PostgreSQL computes it; null if it has none, and undefined
 * if it cannot be known here. It is a preview: what the service answers counts.
 */
export function evaluate(tree: ExpressionTree, context: EvaluationContext): unknown {
  const value = valueOf(tree, context)
  return value === unknown ? undefined : toJson(value, tree.type)
}

function valueOf(tree: ExpressionTree, context: EvaluationContext): Value | typeof unknown {
  switch (tree.is) {
    case 'literal':
      if (tree.type === 'duration') return toDuration(String(tree.value))
      return toValue(tree.value, tree.type)
    case 'field':
      return toValue(context.field(tree.name), tree.type)
    case 'variable':
      return toValue(context.variable?.(tree.name), tree.type)
    case 'call':
      return compute(tree, context, (part) => valueOf(part, context))
  }
}

/** The names of the fields in a tree, own and dotted ones, each once. */
export function fieldsOf(tree: ExpressionTree): string[] {
  if (tree.is === 'field') return [tree.name]
  return tree.is === 'call' ? [...new Set(tree.of.flatMap(fieldsOf))] : []
}

/** A decimal with so many digits after the point, rounded half away from zero, as a field stores it. */
export function withScale(value: string, scale: number): string {
  const number = toDecimal(value)
  return number ? decimalText(toScale(number, scale)) : value
}
