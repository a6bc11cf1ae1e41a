/** A parsed formula: numbers, fields of the same record, and what is done with them. */
export type Formula =
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'field'; readonly name: string; readonly at: number }
  | { readonly is: 'negative'; readonly of: Formula }
  | { readonly is: 'round'; readonly of: Formula; readonly digits: number }
  | {
      readonly is: 'operation'
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Formula
      readonly right: Formula
    }

/** The operands of one part of a formula. */
export function operandsOf(formula: Formula): readonly Formula[] {
  switch (formula.is) {
    case 'number':
    case 'field':
      return []
    case 'negative':
    case 'round':
      return [formula.of]
    case 'operation':
      return [formula.left, formula.right]
  }
}

/** All fields in a formula, in their order. */
export function fieldsOf(formula: Formula): Extract<Formula, { is: 'field' }>[] {
  return formula.is === 'field' ? [formula] : operandsOf(formula).flatMap(fieldsOf)
}

/** The number of parts of a formula. */
export function sizeOf(formula: Formula): number {
  return operandsOf(formula).reduce((sum, part) => sum + sizeOf(part), 1)
}
