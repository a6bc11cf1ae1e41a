import { asText } from '../field/kinds.ts'
import type { Json } from '../meta/ModelMeta.ts'
import { type Chip, type GroupChip, isOther, operatorOf, type TestChip } from './Chip.ts'
import { toPattern } from './pattern.ts'

/** The criteria of a filter as find takes them, as JSON; empty for all records. */
export function writeWhere(chips: readonly Chip[]): string {
  const [first] = chips
  if (first === undefined) return ''
  if (chips.length === 1) return writeChip(first)
  return `{"criteria":[${chips.map(writeChip).join(',')}]}`
}

/** The criteria of one chip. */
export function writeChip(chip: Chip): string {
  if (chip.kind === 'json') return chip.text
  if (chip.kind === 'group') return writeGroup(chip)
  const comparison = comparisonOf(chip)
  if (!chip.orMissing) return JSON.stringify(comparison)
  return JSON.stringify({ operator: 'or', criteria: [comparison, { fieldName: chip.path, operator: 'isNull' }] })
}

function writeGroup({ of, chips }: GroupChip): string {
  const [first] = chips
  const members = (each: readonly Chip[]) => `"criteria":[${each.map(writeChip).join(',')}]`
  if (of === 'all') return `{${members(chips)}}`
  if (of === 'any') return `{"operator":"or",${members(chips)}}`
  if (chips.length > 1) return `{"operator":"not","criteria":[{"operator":"or",${members(chips)}}]}`
  return `{"operator":"not",${members(first?.kind === 'group' && first.of === 'all' ? first.chips : chips)}}`
}

function comparisonOf({ path: fieldName, test, values }: TestChip): Json {
  const [value = null, value2 = null] = values
  switch (test) {
    case 'is':
      return values.length === 1
        ? { fieldName, operator: '=', value }
        : { fieldName, operator: 'in', value: [...values] }
    case 'isNot':
      return values.length === 1
        ? { fieldName, operator: '!=', value }
        : { fieldName, operator: 'notIn', value: [...values] }
    case 'hasAny':
      return values.length === 1
        ? { fieldName, operator: 'has', value }
        : { fieldName, operator: test, value: [...values] }
    case 'hasAll':
      return { fieldName, operator: test, value: [...values] }
    case 'contains':
      return { fieldName, operator: 'like', value: toPattern(asText(value)) }
    case 'lacks':
      return { fieldName, operator: 'notLike', value: toPattern(asText(value)) }
    case 'between':
    case 'notBetween':
      return { fieldName, operator: test, value, value2 }
    case 'isNull':
    case 'notNull':
      return { fieldName, operator: test }
    default:
      return { fieldName, operator: isOther(test) ? operatorOf(test) : test, value }
  }
}
