/** The types of values in expressions. */
export type ValueType =
  | 'integer'
  | 'decimal'
  | 'text'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'duration'
  | 'reference'
  | 'list'

/** An expression as the metadata shows it, such as the `tree` of a formula, a check or a default. */
export type ExpressionTree =
  | { readonly is: 'literal'; readonly type: ValueType; readonly value: string | boolean | null }
  | { readonly is: 'field' | 'variable'; readonly type: ValueType; readonly name: string }
  | { readonly is: 'call'; readonly type: ValueType; readonly name: string; readonly of: readonly ExpressionTree[] }

/** A function or an operator with its operands. */
export type CallTree = Extract<ExpressionTree, { readonly is: 'call' }>
