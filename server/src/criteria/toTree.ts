import type { ExpressionTree, ValueType } from '../expression/ExpressionTree.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOfField } from '../model/recordNames.ts'
import { type Condition, isVariable, type Operand } from './Condition.ts'
import type { Path } from './path.ts'
import type { Test } from './parseTest.ts'

type Comparison = Extract<Condition, { is: 'comparison' }>

/**
 * What a check asks for as the tree of an expression, also where criteria declare it. An operator that expressions do
 * not have, such as `like`, is a call of its name.
 */
export function toTree(test: Test): ExpressionTree {
  switch (test.is) {
    case 'expression':
      return test.tree
    case 'and':
    case 'or':
      if (test.parts.length === 0) return { is: 'literal', type: 'boolean', value: test.is === 'and' }
      return call(test.is, ...test.parts.map(toTree))
    case 'not':
      return call('not', toTree(test.part))
    case 'comparison':
      return comparisonTree(test)
    case 'some':
    case 'held':
    case 'archived':
      return call(test.is)
  }
}

function comparisonTree({ path, comparator, operands }: Comparison): ExpressionTree {
  const left = pathTree(path)
  const values = operands.map((operand) => operandTree(operand, path.field))
  switch (comparator) {
    case 'isNull':
      return call('is null', left)
    case 'notNull':
      return call('is not null', left)
    case 'notIn':
      return call('not', call('in', left, ...values))
    default:
      return call(comparator, left, ...values)
  }
}

function call(name: string, ...of: ExpressionTree[]): ExpressionTree {
  return { is: 'call', type: 'boolean', name, of }
}

function pathTree({ steps, field }: Path): ExpressionTree {
  return { is: 'field', type: typeIn(field), name: [...steps, field].map(({ name }) => name).join('.') }
}

function operandTree(operand: Operand, compared: Field): ExpressionTree {
  if (!isVariable(operand)) {
    const value = typeof operand === 'number' ? String(operand) : operand
    return { is: 'literal', type: typeIn(compared), value }
  }
  if (operand.variable !== 'now') {
    const { name } = operand.field
    if (operand.variable === 'record') return { is: 'field', type: typeIn(operand.field), name }
    return { is: 'variable', type: typeIn(operand.field), name: `$${operand.variable}.${name}` }
  }
  const type = typeIn(compared)
  const moment: ExpressionTree = { is: 'variable', type, name: operand.startOfDay ? '$today' : '$now' }
  if (!operand.shift) return moment
  const { amount, unit } = operand.shift
  const distance: ExpressionTree = { is: 'literal', type: 'duration', value: `${Math.abs(amount)}${unit}` }
  return { is: 'call', type, name: amount < 0 ? '-' : '+', of: [moment, distance] }
}

function typeIn(field: Field): ValueType {
  const known = typeOfField(field)
  return typeof known === 'string' || known.type === 'null' ? 'text' : known.type
}
