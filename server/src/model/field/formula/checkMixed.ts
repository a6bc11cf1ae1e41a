import type { CallTree, ExpressionTree } from '../../../expression/ExpressionTree.ts'
import { ExpressionMistake } from '../../../expression/ExpressionMistake.ts'
import type { Model } from '../../Model.ts'
import type { FormulaField } from '../formula.ts'
import { type Currency, currencyOf } from '../money.ts'

/** Returns the mistake of a formula that joins amounts in two currencies, or is in another one than its type. */
export function checkMixed({ tree, result }: FormulaField, model: Model): string[] {
  const declared = result?.type === 'decimal' ? result.currency : undefined
  try {
    const found = tree && currencyIn(tree, model)
    if (found === undefined || declared === undefined || isSame(found, declared)) return []
    return [`the formula is in ${shown(found)}, and its type in ${shown(declared)}: there are no rates`]
  } catch (error) {
    if (error instanceof ExpressionMistake) return [`the formula ${error.message}`]
    throw error
  }
}

/** The functions whose result is in the currency of their operands. */
const joining = ['+', '-', 'min', 'max', 'coalesce', 'if', 'negative', 'abs', 'round', 'floor', 'ceil']

/** The currency of an expression; undefined if it has none, or if a factor or a reference decides about it. */
function currencyIn(tree: ExpressionTree, model: Model): Currency | undefined {
  if (tree.is === 'field') {
    const field = model.fields.find(({ name }) => name === tree.name)
    return field && currencyOf(field)
  }
  if (tree.is !== 'call') return undefined
  const found = tree.of.flatMap((part) => currencyIn(part, model) ?? [])
  if (joining.includes(tree.name)) return joinedOf(tree, found)
  // A multiple of an amount is one, and the quotient of two amounts is none.
  return (tree.name === '*' || tree.name === '/') && found.length === 1 ? found[0] : undefined
}

function joinedOf({ name }: CallTree, [first, ...others]: readonly Currency[]): Currency | undefined {
  const other = first === undefined ? undefined : others.find((one) => !isSame(one, first))
  if (first === undefined || other === undefined) return first
  throw new ExpressionMistake(`joins amounts in ${shown(first)} and ${shown(other)} by ${name}: there are no rates`)
}

function isSame(one: Currency, other: Currency): boolean {
  return shown(one) === shown(other)
}

function shown(currency: Currency): string {
  return typeof currency === 'string' ? currency : `the currency of ${currency.field}`
}
