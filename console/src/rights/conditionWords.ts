import type { Chip } from '../criteria/Chip.ts'
import { type ChipContext, describeChip } from '../criteria/describeChip.ts'
import { readWhere } from '../criteria/readWhere.ts'
import type { Json } from '../meta/ModelMeta.ts'

interface Group {
  readonly operator?: Json
  readonly criteria: readonly Json[]
}

/** The condition of a rule in words, such as "Created by is you". */
export function conditionWords(condition: Json, context: ChipContext): string {
  const { why } = context.formats.words
  const chips = chipsOf(condition)
  if (chips.every(({ kind }) => kind === 'test'))
    return chips.map((chip) => chipText(chip, context)).join(` ${why.and} `) || why.always
  const group = groupOf(condition)
  if (!group) return chips.map((chip) => chipText(chip, context)).join(` ${why.and} `)
  const parts = group.criteria.map((each) => conditionWords(each, context))
  if (group.operator === 'not') return why.not(parts.join(` ${why.and} `))
  return `(${parts.join(` ${group.operator === 'or' ? why.or : why.and} `)})`
}

/** All comparisons of a condition, whatever groups they are in: their values are looked up for the words. */
export function chipsIn(condition: Json): Chip[] {
  const group = groupOf(condition)
  return group ? group.criteria.flatMap(chipsIn) : chipsOf(condition)
}

function chipsOf(condition: Json): Chip[] {
  return condition === null ? [] : readWhere(JSON.stringify(condition))
}

function groupOf(condition: Json): Group | undefined {
  if (Array.isArray(condition)) return { criteria: condition }
  if (typeof condition !== 'object' || condition === null || !('criteria' in condition)) return undefined
  return Array.isArray(condition.criteria) ? (condition as unknown as Group) : undefined
}

function chipText(chip: Chip, context: ChipContext): string {
  const { label, test, value } = describeChip(chip, context)
  return (chip.kind === 'json' ? [value] : [label, test, value]).filter((part) => part !== '').join(' ')
}
