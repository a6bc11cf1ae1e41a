import { didYouMean } from '../text/didYouMean.ts'
import { checkArguments, strayDuration } from './checkArguments.ts'
import { longest, toDuration } from './constants.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import type { ExpressionTree } from './ExpressionTree.ts'
import { findFunction, functions } from './functions/table.ts'
import type { Syntax, SyntaxCall } from './parseExpression.ts'
import { storedYears, type Typed, type TypeOfValue } from './Typed.ts'

/** The names that an expression can use at its place, and their types. */
export interface Names {
  /** The type of an own field or of a dotted name; or what is wrong with it, after `names x at character 3, which `. */
  field(name: string): TypeOfValue | string
  /** The same of a variable such as `$today` or `$user.person`, with its dollar sign. */
  variable(name: string): TypeOfValue | string
}

/** The maximum number of references in one dotted name. */
const maxSteps = 3
/** The maximum number of different references that one expression follows. */
const maxReferences = 5
/** The maximum number of parts of an expression, with those of the formulas that it uses. */
export const maxParts = 250

/** Finds the types of all parts. Throws an `ExpressionMistake` that says where the first mistake is. */
export function checkTypes(syntax: Syntax, names: Names): Typed {
  const parts = sizeOf(syntax)
  if (parts > maxParts) throw new ExpressionMistake(`has ${parts} parts, and ${maxParts} is the maximum`)
  checkReferences(syntax)
  const typed = toTyped(syntax, names)
  if (typed.type === 'duration') throw strayDuration(typed.at)
  return typed
}

/** The number of parts of an expression. The constants that say how a function works, such as digits, do not count. */
export function sizeOf(part: Syntax | ExpressionTree): number {
  if (part.is !== 'call') return 1
  const takes = findFunction(part.name)?.takes ?? []
  const isConstant = (index: number) => ['digits', 'unit', 'zone'].includes(takes[index] ?? '')
  return part.of.reduce((sum, one, index) => sum + (isConstant(index) ? 0 : sizeOf(one)), 1)
}

function checkReferences(syntax: Syntax): void {
  const followed = new Set<string>()
  for (const { text, at } of namesIn(syntax)) {
    const steps = text.split('.').slice(0, -1)
    const [variable] = steps
    if (steps.length > (variable?.startsWith('$') ? maxSteps + 1 : maxSteps))
      throw new ExpressionMistake(
        `names ${text.slice(0, 100)} at character ${at}, which has more than ${maxSteps} steps`,
      )
    for (const index of steps.keys()) followed.add(steps.slice(0, index + 1).join('.'))
  }
  const references = [...followed].filter((one) => !['$user', '$before', '$old'].includes(one))
  if (references.length > maxReferences)
    throw new ExpressionMistake(
      `follows ${references.length} references (${references.join(', ')}), and ${maxReferences} is the maximum`,
    )
}

function namesIn(syntax: Syntax): { text: string; at: number }[] {
  if (syntax.is === 'call') return syntax.of.flatMap(namesIn)
  return syntax.is === 'field' || syntax.is === 'variable' ? [syntax] : []
}

function toTyped(syntax: Syntax, names: Names): Typed {
  const { at } = syntax
  switch (syntax.is) {
    case 'call':
      return checkCall(syntax, names)
    case 'number': {
      const type = syntax.text.includes('.') ? 'decimal' : 'integer'
      return { tree: { is: 'literal', type, value: syntax.text }, type, at }
    }
    case 'duration':
      return toTypedDuration(syntax.text, at)
    case 'text':
      return toTypedText(syntax.text, at)
    case 'word': {
      if (syntax.text === 'null') return { tree: { is: 'literal', type: 'text', value: null }, type: 'null', at }
      return { tree: { is: 'literal', type: 'boolean', value: syntax.text === 'true' }, type: 'boolean', at }
    }
    case 'field':
    case 'variable':
      return toTypedName(syntax.is, syntax.text, at, names)
  }
}

function toTypedDuration(text: string, at: number): Typed {
  const { amount, unit } = toDuration(text)
  if (amount > longest[unit])
    throw new ExpressionMistake(`has ${text.slice(0, 50)} at character ${at}: a duration is at most 1,000 years`)
  return { tree: { is: 'literal', type: 'duration', value: text }, type: 'duration', at }
}

function toTypedText(quoted: string, at: number): Typed {
  const value = quoted.slice(1, -1).replaceAll("''", "'")
  if (value.includes('\0') || !value.isWellFormed())
    throw new ExpressionMistake(`has a text at character ${at} with a character that PostgreSQL does not store`)
  return { tree: { is: 'literal', type: 'text', value }, type: 'text', at, literals: [{ value, at }] }
}

function toTypedName(is: 'field' | 'variable', name: string, at: number, names: Names): Typed {
  const known = is === 'field' ? names.field(name) : names.variable(name)
  if (typeof known === 'string')
    throw new ExpressionMistake(`names ${name.slice(0, 100)} at character ${at}, which ${known}`)
  const type = known.type === 'null' ? 'text' : known.type
  const years = type === 'date' || type === 'dateTime' ? { years: storedYears } : {}
  return { ...known, tree: { is, type, name }, type, at, ...years }
}

function checkCall(call: SyntaxCall, names: Names): Typed {
  const found = findFunction(call.name)
  if (!found || (found.operator && !call.operator)) {
    const known = functions.filter(({ operator }) => !operator).map(({ name }) => name)
    throw new ExpressionMistake(
      `calls ${call.name.slice(0, 100)} at character ${call.at}, which is no function.${didYouMean(call.name, known)}`,
    )
  }
  return checkArguments(
    found,
    call,
    call.of.map((part) => toTyped(part, names)),
  )
}
