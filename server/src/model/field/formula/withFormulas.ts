import type { Model } from '../../Model.ts'
import type { Formula } from './Formula.ts'
import { parseFormula } from './parseFormula.ts'

/**
 * A formula with the formulas that it uses in place of their names, each rounded as its own field is. PostgreSQL does
 * not let a generated column use another one.
 */
export function withFormulas(formula: Formula, model: Model): Formula {
  switch (formula.is) {
    case 'number':
      return formula
    case 'field': {
      const field = model.fields.find(({ name }) => name === formula.name)
      if (field?.type !== 'formula') return formula
      const digits = field.result.type === 'decimal' ? field.result.scale : 0
      return { is: 'round', of: withFormulas(parseFormula(field.formula), model), digits }
    }
    case 'negative':
    case 'round':
      return { ...formula, of: withFormulas(formula.of, model) }
    case 'operation':
      return {
        ...formula,
        left: withFormulas(formula.left, model),
        right: withFormulas(formula.right, model),
      }
  }
}
