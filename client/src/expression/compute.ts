import * as decimal from './Decimal.ts'
import type { Decimal } from './Decimal.ts'
import { dayFunctions, whole } from './dayFunctions.ts'
import { dayFrom, dayInZone, dayText } from './days.ts'
import type { EvaluationContext } from './EvaluationContext.ts'
import type { CallTree, ExpressionTree, ValueType } from './ExpressionTree.ts'
import { changeCase, charactersOf, fold, positionOf, substring, trim } from './texts.ts'
import { durationOf, moveDay, negated } from './times.ts'
import { type Duration, unknown, type Value } from './values.ts'

type Result = Value | typeof unknown
type Strict = (of: never, call: CallTree, context: EvaluationContext) => Result

const maxPosition = 1_000_000
const position = (number: Decimal, from = 0) => decimal.clampedNumber(number, from, maxPosition)

/** The value of a call. Operands are computed as they are needed: `if` and `coalesce` look at few of them. */
export function compute(call: CallTree, context: EvaluationContext, valueOf: (part: ExpressionTree) => Result): Result {
  const lenient = lenientFunctions[call.name]
  if (lenient)
    return lenient(
      call.of.map((part) => () => valueOf(part)),
      call,
    )
  const strict = strictFunctions[call.name]
  if (!strict) return unknown
  const values = call.of.map(valueOf)
  if (values.includes(null)) return null
  return values.includes(unknown) ? unknown : strict(values as never, call, context)
}

type Lenient = (of: readonly (() => Result)[], call: CallTree) => Result

/** Functions that have a value although an operand has none. */
const lenientFunctions: Readonly<Record<string, Lenient>> = {
  coalesce: (of) => {
    for (const value of of.map((one) => one())) if (value !== null) return value
    return null
  },
  if: (of) => {
    for (let index = 0; index + 1 < of.length; index += 2) {
      const condition = of[index]?.()
      if (condition === unknown) return unknown
      if (condition === true) return of[index + 1]?.() ?? null
    }
    return of.length % 2 === 1 ? (of.at(-1)?.() ?? null) : null
  },
  and: (of) => decide(of, false),
  or: (of) => decide(of, true),
  'is null': ([of]) => ask(of, (value) => value === null),
  'is not null': ([of]) => ask(of, (value) => value !== null),
  concat: (of, call) => {
    const texts = of.map((one, index) => textOf(one(), call.of[index]?.type ?? 'text'))
    return texts.includes(unknown) ? unknown : texts.map((text) => text ?? '').join('')
  },
  min: (of, call) => extreme(of, call, -1),
  max: (of, call) => extreme(of, call, 1),
  in: ([of, ...others], call) => {
    const value = of?.() ?? null
    if (value === null || value === unknown) return value
    const found = others.map((other, index) => equal(value, other(), call.of[index + 1]?.type ?? 'text'))
    return found.includes(true) ? true : found.includes(unknown) ? unknown : found.includes(null) ? null : false
  },
  has: ([of, value]) => {
    const list: Result = of?.() ?? null
    const wanted: Result = value?.() ?? null
    if (list === null || list === unknown) return list
    // No value at all is among none.
    if ((list as readonly string[]).length === 0) return false
    return wanted === null || wanted === unknown ? wanted : (list as readonly string[]).includes(wanted as string)
  },
}

/** `and` and `or`: one operand can decide, whatever the others are. */
function decide(of: readonly (() => Result)[], decisive: boolean): Result {
  const values = of.map((one) => one())
  if (values.includes(decisive)) return decisive
  return values.includes(unknown) ? unknown : values.includes(null) ? null : !decisive
}

function ask(of: (() => Result) | undefined, question: (value: Result) => boolean): Result {
  const value = of?.() ?? null
  return value === unknown ? unknown : question(value)
}

/** The least or the greatest. The order of texts depends on the database. */
function extreme(of: readonly (() => Result)[], call: CallTree, sign: number): Result {
  const values = of.map((one) => one()).filter((value) => value !== null)
  if (values.includes(unknown)) return unknown
  let found: Result = values[0] ?? null
  for (const value of values.slice(1)) {
    const order = compare(value, found, call.type)
    if (order === unknown) return unknown
    if (order * sign > 0) found = value
  }
  return found
}

function compare(a: Result, b: Result, type: ValueType): number | typeof unknown {
  if (type === 'integer' || type === 'decimal' || type === 'reference')
    return decimal.compareDecimals(a as Decimal, b as Decimal)
  if (a === b) return 0
  if (type !== 'date' && type !== 'dateTime') return unknown
  return Number(a) - Number(b)
}

function equal(a: Result, b: Result, type: ValueType): boolean | null | typeof unknown {
  if (b === null || b === unknown) return b
  if (type === 'text' || type === 'boolean') return a === b
  if (type === 'list') return JSON.stringify(a) === JSON.stringify(b)
  return compare(a, b, type) === 0
}

function textOf(value: Result, type: ValueType): string | null | typeof unknown {
  if (value === null || value === unknown) return value
  if (type === 'date') return dayText(value as number)
  return typeof value === 'object' ? decimal.decimalText(value as Decimal) : String(value)
}

/** A comparison, of the type of its operands. */
function ordered(holds: (order: number) => boolean): Strict {
  return ([a, b]: readonly Result[], { of }: CallTree) => {
    const order = compare(a ?? null, b ?? null, of[0]?.type ?? 'text')
    return order === unknown ? unknown : holds(order)
  }
}

function moved(sign: 1 | -1): Strict {
  return ([a, b]: readonly Value[], { type }: CallTree) => {
    if (type !== 'date' && type !== 'dateTime')
      return decimal.add(a as Decimal, sign === 1 ? (b as Decimal) : decimal.negate(b as Decimal))
    const distance = sign === 1 ? (b as Duration) : negated(b as Duration)
    return type === 'date' ? moveDay(a as number, distance) : (a as number) + distance.milliseconds
  }
}

const durations = Object.fromEntries(
  ['minutes', 'hours', 'days', 'weeks', 'months', 'years'].map((unit) => [
    unit,
    ([n]: readonly Decimal[]) => durationOf(decimal.clampedNumber(n ?? whole(0), -(2 ** 31), 2 ** 31), unit),
  ]),
)

/** Functions that have no value if an operand has none. */
const strictFunctions: Readonly<Record<string, Strict>> = {
  '+': moved(1),
  '-': moved(-1),
  '*': ([a, b]: readonly [Decimal, Decimal]) => decimal.multiply(a, b),
  '/': ([a, b]: readonly [Decimal, Decimal]) => decimal.divide(a, b),
  negative: ([a]: readonly [Decimal]) => decimal.negate(a),
  '=': ([a, b]: readonly [Value, Value], { of }: CallTree) => equal(a, b, of[0]?.type ?? 'text'),
  '!=': ([a, b]: readonly [Value, Value], { of }: CallTree) => {
    const same = equal(a, b, of[0]?.type ?? 'text')
    return typeof same === 'boolean' ? !same : same
  },
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  not: ([a]: readonly [boolean]) => !a,
  abs: ([x]: readonly [Decimal]) => (x.digits < 0n ? decimal.negate(x) : x),
  round: ([x, n]: readonly [Decimal, Decimal]) => decimal.toScale(x, position(n)),
  floor: ([x]: readonly [Decimal]) => decimal.floor(x),
  ceil: ([x]: readonly [Decimal]) => decimal.negate(decimal.floor(decimal.negate(x))),
  mod: ([x, y]: readonly [Decimal, Decimal]) => decimal.modulo(x, y),
  length: ([of]: readonly [string | readonly string[]]) =>
    whole(typeof of === 'string' ? charactersOf(of).length : of.length),
  lower: ([text]: readonly [string]) => changeCase(text, (one) => one.toLowerCase()),
  upper: ([text]: readonly [string]) => changeCase(text, (one) => one.toUpperCase()),
  trim: ([text]: readonly [string]) => trim(text),
  fold: ([text]: readonly [string]) => fold(text),
  left: ([text, n]: readonly [string, Decimal]) => charactersOf(text).slice(0, position(n)).join(''),
  right: ([text, n]: readonly [string, Decimal]) => {
    const characters = charactersOf(text)
    return characters.slice(Math.max(characters.length - position(n), 0)).join('')
  },
  substring: ([text, from, n]: readonly [string, Decimal, Decimal]) =>
    substring(text, position(from, -maxPosition), position(n)),
  position: ([text, part]: readonly [string, string]) => whole(positionOf(text, part)),
  contains: ([text, part]: readonly [string, string]) => text.includes(part),
  startsWith: ([text, part]: readonly [string, string]) => text.startsWith(part),
  text: ([of]: readonly [Value], call: CallTree) => textOf(of, call.of[0]?.type ?? 'text'),
  number: ([text]: readonly [string]) =>
    /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? (decimal.toDecimal(text) ?? null) : null,
  hoursBetween: ([from, to]: readonly [number, number]) =>
    decimal.divide({ digits: BigInt(to - from) * 1000n, scale: 6 }, whole(3600)),
  date: ([year, month, day]: readonly [Decimal, Decimal, Decimal]) => {
    const [y, m, d] = [year, month, day].map((part) => decimal.clampedNumber(part, -1, 10_000))
    return y === undefined || y < 1 || y > 9999 ? null : (dayFrom(y, m ?? 0, d ?? 0) ?? null)
  },
  dayOf: ([moment]: readonly [number], _: CallTree, { timeZone }: EvaluationContext) =>
    timeZone === undefined ? unknown : (dayInZone(moment, timeZone) ?? unknown),
  ...dayFunctions,
  ...durations,
}
