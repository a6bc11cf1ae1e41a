import { didYouMean } from '../text/didYouMean.ts'
import { isTimeZone } from '../text/timeZone.ts'
import { spanUnits } from './constants.ts'
import type { ExpressionFunction, Parameter } from './ExpressionFunction.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import type { ValueType } from './ExpressionTree.ts'
import { findMoved } from './moveTime.ts'
import type { SyntaxCall } from './parseExpression.ts'
import { findCommon, findConverted, isNumber, nounOf, type Typed, toEither } from './Typed.ts'

/** The types that a parameter takes, the usual one first. Those that are not here need more than a type. */
const allowed: Partial<Record<Parameter, readonly ValueType[]>> = {
  integer: ['integer'],
  number: ['integer', 'decimal'],
  text: ['text'],
  boolean: ['boolean'],
  date: ['date'],
  dateTime: ['dateTime'],
  list: ['list'],
  reference: ['reference'],
  numberOrDate: ['integer', 'decimal', 'date'],
  textOrList: ['text', 'list'],
  printable: ['text', 'integer', 'decimal', 'date'],
  any: ['integer', 'decimal', 'text', 'boolean', 'date', 'dateTime', 'reference', 'list'],
}

/** Checks the arguments of a call and finds the type of its value. */
export function checkArguments(found: ExpressionFunction, call: SyntaxCall, given: readonly Typed[]): Typed {
  const moved = findMoved(found.name, given, call.at)
  if (moved) return moved
  const parameters = parametersOf(found, call, given.length)
  const parts = given.map((part, index) => checkArgument(part, parameters[index] ?? 'any', found, call))
  const { type: common, parts: same } = toSame(found, call, parts, parameters)
  const of = parts.map((part, index) => (parameters[index] === 'same' ? (same.shift() ?? part) : part))
  const type = typeOf(found, of, common)
  const either = found.gives === 'same' ? toEither(of.filter((_, index) => parameters[index] === 'same')) : {}
  return { ...either, tree: { is: 'call', type, name: found.name, of: of.map(({ tree }) => tree) }, type, at: call.at }
}

/** What each argument must be; throws if there are too few or too many. */
function parametersOf(
  { name, takes, repeats, form }: ExpressionFunction,
  call: SyntaxCall,
  count: number,
): Parameter[] {
  const least = name === 'if' ? 2 : takes.length
  if (count < least || (count > takes.length && !repeats))
    throw new ExpressionMistake(
      `calls ${name} at character ${call.at} with ${count} argument${count === 1 ? '' : 's'}: write ${form}`,
    )
  // Conditions and values of `if` take turns, and the last one can be a value alone.
  if (name === 'if')
    return Array.from({ length: count }, (_, index) => (index % 2 === 0 && index < count - 1 ? 'boolean' : 'same'))
  return Array.from({ length: count }, (_, index) => takes[index] ?? takes.at(-1) ?? 'any')
}

function checkArgument(part: Typed, wanted: Parameter, found: ExpressionFunction, call: SyntaxCall): Typed {
  if (part.type === 'duration') throw strayDuration(part.at)
  if (wanted === 'same') return part
  const types = allowed[wanted]
  if (!types) return checkConstant(part, wanted, found)
  const fit = types.some((type) => type === part.type) ? part : types[0] && findConverted(part, types[0])
  if (fit) return fit
  const where = `${found.operator ? 'has' : 'calls'} ${found.form} at character ${call.at}`
  const wantedTypes = types.map(nounOf).filter(isFirst).join(' or ')
  throw new ExpressionMistake(`${where} with ${nounOf(part.type)}: it takes ${wantedTypes}`)
}

/** The mistake of a duration that is not behind `+` or `-`. */
export function strayDuration(at: number): ExpressionMistake {
  return new ExpressionMistake(`has a duration at character ${at}, which is only behind + or -, such as fromOn + 14d`)
}

function isFirst(word: string, index: number, words: readonly string[]): boolean {
  return words.indexOf(word) === index
}

/** The constants that say how a function works. */
function checkConstant(part: Typed, wanted: Parameter, { form }: ExpressionFunction): Typed {
  const { tree, at } = part
  const value = tree.is === 'literal' ? tree.value : undefined
  if (wanted === 'digits' && part.type === 'integer' && Number(value) <= 20) return part
  if (wanted === 'digits')
    throw new ExpressionMistake(`needs a number of digits from 0 to 20 at character ${at}, such as round(price, 2)`)
  if (wanted === 'unit' && spanUnits.includes(String(value))) return part
  if (wanted === 'unit')
    throw new ExpressionMistake(`needs one of '${spanUnits.join("', '")}' at character ${at}: write ${form}`)
  if (typeof value === 'string' && part.type === 'text' && isTimeZone(value)) return part
  throw new ExpressionMistake(`needs the name of a time zone at character ${at}: write ${form}`)
}

function toSame(
  found: ExpressionFunction,
  call: SyntaxCall,
  parts: readonly Typed[],
  parameters: readonly Parameter[],
): { type: ValueType | 'null'; parts: Typed[] } {
  const same = parts.filter((_, index) => parameters[index] === 'same')
  const common = findCommon(same)
  const [first, second] = differing(same)
  if (!common || (first && second && first.type === 'reference' && first.target !== second.target))
    throw new ExpressionMistake(
      `${found.gives === 'boolean' ? 'compares' : `calls ${found.name} with`} ${describe(first)} ${
        found.gives === 'boolean' ? 'with' : 'and'
      } ${describe(second)} at character ${call.at}`,
    )
  checkOrder(found, common.type, call)
  checkValues(same)
  return common
}

/** Two parts whose types differ, or that lead to different models. */
function differing(parts: readonly Typed[]): [Typed | undefined, Typed | undefined] {
  const [first, ...others] = parts.filter(({ type }) => type !== 'null')
  const other = others.find(
    (part) =>
      part.target !== first?.target ||
      (part.type !== first?.type && !(isNumber(part.type) && isNumber(first?.type ?? 'null'))),
  )
  return [first, other]
}

function describe(part: Typed | undefined): string {
  if (!part) return 'null'
  return part.target === undefined ? nounOf(part.type) : `a reference to ${part.target}`
}

const orders = ['<', '<=', '>', '>=', 'min', 'max']

function checkOrder({ name, form }: ExpressionFunction, type: ValueType | 'null', { at }: SyntaxCall): void {
  const isOrdered = ['integer', 'decimal', 'text', 'date', 'dateTime', 'null'].includes(type)
  if (orders.includes(name) ? isOrdered : type !== 'list') return
  throw new ExpressionMistake(`has ${form} at character ${at} with ${nounOf(type)}, which has no order: use = or !=`)
}

/** A constant text beside a choice must be one of its values. */
export function checkValues(parts: readonly Typed[]): void {
  const choice = parts.find(({ values }) => values !== undefined)?.values
  if (!choice) return
  for (const { value, at } of parts.flatMap(({ literals = [] }) => literals)) {
    if (choice.includes(value)) continue
    const known = choice.slice(0, 20).map((one) => `'${one}'`)
    throw new ExpressionMistake(
      `has '${value.slice(0, 50)}' at character ${at}, which is no value of the choice.${
        didYouMean(value, choice) || ` It has ${known.join(', ')}.`
      }`,
    )
  }
}

function typeOf({ name, gives }: ExpressionFunction, of: readonly Typed[], common: ValueType | 'null'): ValueType {
  if (name === 'round' && of[1]?.tree.is === 'literal' && Number(of[1].tree.value) === 0) return 'integer'
  if (gives === 'number') return of.some(({ type }) => type === 'decimal') ? 'decimal' : 'integer'
  if (gives !== 'same') return gives
  return common === 'null' ? 'text' : common
}
