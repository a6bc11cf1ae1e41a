import { sql } from '../sql/sql.ts'
import { checkValues } from './checkArguments.ts'
import { checkTypes, type Names, sizeOf } from './checkTypes.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import type { ExpressionTree } from './ExpressionTree.ts'
import { parseExpression } from './parseExpression.ts'
import { maxSqlLength, toSql } from './toSql.ts'
import { findConverted, nounOf, type Typed, type TypeOfValue } from './Typed.ts'

/** An expression that was parsed and checked, with what is known about its value. */
export interface ReadExpression extends Typed {
  readonly text: string
  /** The number of its parts. */
  readonly size: number
}

/** Parses and checks an expression. Throws an `ExpressionMistake`, a predicate that says what to write. */
export function readExpression(text: string, names: Names): ReadExpression {
  if (typeof text !== 'string') throw new ExpressionMistake("is no text, such as 'quantity * price'")
  const syntax = parseExpression(text)
  const typed = checkTypes(syntax, names)
  const length = sqlLengthOf(typed.tree)
  if (length > maxSqlLength)
    throw new ExpressionMistake(
      `becomes ${length} characters of SQL, and ${maxSqlLength} is the maximum: nest its functions less`,
    )
  return { ...typed, text, size: sizeOf(syntax) }
}

/** The length of the SQL that an expression becomes. */
export function sqlLengthOf(tree: ExpressionTree): number {
  return toSql(tree, measured).length
}

/** A scope for the length of the SQL alone, with names of a usual length. */
const measured = {
  field: () => sql`some_alias.some_column`,
  variable: () => sql`some_alias.some_column`,
  timeZone: sql`$1::text`,
  yearBegins: sql`$1::text`,
}

/** The tree of an expression for a field of some type. Throws an `ExpressionMistake` if its value does not fit. */
export function toFitting(read: ReadExpression, wanted: TypeOfValue): ExpressionTree {
  const type = wanted.type === 'null' ? 'text' : wanted.type
  const fit = findConverted(read, type)
  if (!fit)
    throw new ExpressionMistake(`is ${nounOf(read.type)}, and the field is ${nounOf(type)}${adviceFor(read, wanted)}`)
  if (read.target !== undefined && wanted.target !== undefined && read.target !== wanted.target)
    throw new ExpressionMistake(`is a reference to ${read.target}, and the field refers to ${wanted.target}`)
  if (type === 'text' && wanted.values) checkValues([read, { ...read, ...wanted, literals: [] }])
  return fit.tree
}

function adviceFor({ type, text }: ReadExpression, { type: wanted, target }: TypeOfValue): string {
  const shown = text.length <= 60 ? text : '…'
  if (wanted === 'integer' && type === 'decimal') return ` without digits after the point: write round(${shown}, 0)`
  if (wanted === 'text' && ['integer', 'decimal', 'date'].includes(type)) return `: write text(${shown})`
  if ((wanted === 'integer' || wanted === 'decimal') && type === 'text') return `: write number(${shown})`
  if (wanted === 'reference') return `: name a reference${target === undefined ? '' : ` to ${target}`}`
  if (wanted === 'date' && type === 'dateTime') return `: write dayOf(${shown})`
  return ''
}
