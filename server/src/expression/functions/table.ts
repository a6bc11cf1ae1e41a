import type { ExpressionFunction } from '../ExpressionFunction.ts'
import { dateFunctions } from './dates.ts'
import { numberFunctions } from './numbers.ts'
import { operators } from './operators.ts'
import { textFunctions } from './texts.ts'

/** All functions and operators, in the order of the reference page. */
export const functions: readonly ExpressionFunction[] = [
  ...operators,
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
]

const byName: ReadonlyMap<string, ExpressionFunction> = new Map(functions.map((one) => [one.name, one]))

/** The function or operator of that name, if there is one. */
export function findFunction(name: string): ExpressionFunction | undefined {
  return byName.get(name)
}

/** The function of a checked call. */
export function functionOf(name: string): ExpressionFunction {
  const found = byName.get(name)
  if (!found) throw new TypeError(`There is no function ${name}.`)
  return found
}
