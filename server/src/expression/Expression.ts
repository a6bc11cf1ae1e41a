/** Marks what `expression()` returns, in any copy of this package. */
const mark = Symbol.for('tabularium.expression')

/** A value that PostgreSQL computes, where a declaration could also have a plain value. */
export interface Expression {
  readonly expression: string
}

/** An expression in place of a value: `default: expression('fromOn + 14d')`. */
export function expression(text: string): Expression {
  return Object.freeze({ expression: text, [mark]: true as const })
}

/** Whether a value was made by `expression()`. It is known by its mark: an object of the same form is plain JSON. */
export function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && mark in value
}
