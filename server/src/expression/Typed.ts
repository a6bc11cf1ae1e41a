import type { ExpressionTree, ValueType } from './ExpressionTree.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import { toDateTime, toDay } from './constants.ts'

/** What is known about the values of a field, a variable or a part of an expression. */
export interface TypeOfValue {
  /** `null` is the type of the word null, which fits everywhere. */
  readonly type: ValueType | 'null'
  /** The values of a choice, or of each item of a multiple choice. */
  readonly values?: readonly string[]
  /** The model that a reference leads to. */
  readonly target?: string
}

/** A part of an expression with what is known about its value. */
export interface Typed extends TypeOfValue {
  readonly tree: ExpressionTree
  /** Its first character or its sign, counted from 1. */
  readonly at: number
  /** The constant texts that it can be, which are compared with the values of a choice. */
  readonly literals?: readonly { readonly value: string; readonly at: number }[]
  /** The years in which a date can be: PostgreSQL has none before 4713 BC. */
  readonly years?: readonly [number, number]
}

/** The years of dates that are stored. */
export const storedYears = [1, 9999] as const

const nouns: Record<ValueType | 'null', string> = {
  integer: 'a number',
  decimal: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  dateTime: 'a dateTime',
  duration: 'a duration',
  reference: 'a reference',
  list: 'a list',
  null: 'null',
}

/** A type in a message: `a date`. */
export function nounOf(type: ValueType | 'null'): string {
  return nouns[type]
}

/** Whether it is a number. */
export function isNumber(type: ValueType | 'null'): boolean {
  return type === 'integer' || type === 'decimal'
}

/** The same part as a value of another type, if it can be one: null, an integer as a decimal, a date in quotes. */
export function findConverted(part: Typed, type: ValueType): Typed | undefined {
  if (part.type === type) return part
  if (part.type === 'null') return { ...part, type, tree: { is: 'literal', type, value: null } }
  if (part.type === 'integer' && type === 'decimal') return { ...part, type }
  return part.type === 'text' && part.tree.is === 'literal' ? findTime(part, String(part.tree.value), type) : undefined
}

function findTime(part: Typed, text: string, type: ValueType): Typed | undefined {
  if (type !== 'date' && type !== 'dateTime') return undefined
  const value = type === 'date' ? toDay(text) : toDateTime(text)
  if (value === undefined)
    throw new ExpressionMistake(
      `has '${text.slice(0, 50)}' at character ${part.at}, which is not ${nounOf(type)}: write ${
        type === 'date' ? "'2026-04-01'" : "'2026-04-01T09:00:00Z'"
      }`,
    )
  const year = Number(value.slice(0, 4))
  return { tree: { is: 'literal', type, value }, type, at: part.at, years: [year, year] }
}

/**
 * The parts as values of one type: the numbers as decimals if one is, and texts in quotes as dates beside a date.
 * Undefined if their types differ.
 */
export function findCommon(parts: readonly Typed[]): { type: ValueType | 'null'; parts: Typed[] } | undefined {
  const isConstantText = (part: Typed) => part.type === 'text' && part.tree.is === 'literal'
  const known = parts.filter(({ type }) => type !== 'null')
  const decisive = known.find((part) => !isConstantText(part)) ?? known[0]
  if (!decisive || decisive.type === 'null') return { type: 'null', parts: [...parts] }
  const type = decisive.type === 'integer' && known.some((part) => part.type === 'decimal') ? 'decimal' : decisive.type
  const converted = parts.map((part) => findConverted(part, type))
  return converted.every((part) => part !== undefined) ? { type, parts: converted } : undefined
}

/** What is known about a value that is one of the parts, such as that of `coalesce`. */
export function toEither(parts: readonly Typed[]): Omit<Typed, 'tree' | 'at' | 'type'> {
  const target = parts.find((part) => part.target !== undefined)?.target
  const values = parts.every((part) => part.values ?? part.literals) && parts.flatMap((part) => part.values ?? [])
  const years = parts.map((part) => part.years ?? storedYears)
  return {
    ...(target === undefined ? {} : { target }),
    ...(values && values.length > 0 ? { values } : {}),
    literals: parts.flatMap((part) => part.literals ?? []),
    years: [Math.min(...years.map(([first]) => first)), Math.max(...years.map(([, last]) => last))],
  }
}
