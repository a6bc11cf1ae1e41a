/** The types of values in expressions. A choice is a text; `duration` exists only behind `+` and `-`. */
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

/**
 * A checked expression: only JSON values, as the metadata shows it. Operators are calls like functions:
 * `{"is":"call","name":"+","of":[…],"type":"date"}`. Their names are those of the table of functions.
 */
export type ExpressionTree = LiteralTree | FieldTree | VariableTree | CallTree

/** A constant. A number, a date and a duration (`14d`) are texts; `null` has the type that it stands for. */
export interface LiteralTree {
  readonly is: 'literal'
  readonly type: ValueType
  readonly value: string | boolean | null
}

/** A field of the record, or by a dotted name of a record that it refers to: `equipment.loanDays`. */
export interface FieldTree {
  readonly is: 'field'
  readonly type: ValueType
  readonly name: string
}

/** `$today`, `$now`, `$user`, `$user.person.department`, `$before.status` or `$old.room`. */
export interface VariableTree {
  readonly is: 'variable'
  readonly type: ValueType
  readonly name: string
}

/** A function or an operator with its operands. */
export interface CallTree {
  readonly is: 'call'
  readonly type: ValueType
  readonly name: string
  readonly of: readonly ExpressionTree[]
}

/** All parts of a tree, itself included. */
export function partsOf(tree: ExpressionTree): ExpressionTree[] {
  return tree.is === 'call' ? [tree, ...tree.of.flatMap(partsOf)] : [tree]
}

/** The names of the fields in a tree, own and dotted ones, each once. */
export function fieldsOf(tree: ExpressionTree): string[] {
  return namesOf(tree, 'field')
}

/** The names of the variables in a tree, each once. */
export function variablesOf(tree: ExpressionTree): string[] {
  return namesOf(tree, 'variable')
}

function namesOf(tree: ExpressionTree, kind: 'field' | 'variable'): string[] {
  return [...new Set(partsOf(tree).flatMap((part) => (part.is === kind ? [part.name] : [])))]
}
