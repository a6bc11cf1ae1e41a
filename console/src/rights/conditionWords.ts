import type { FindModel } from '../meta/columns.ts'
import { findPath } from '../meta/columns.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../words/en.ts'

interface Criterion {
  readonly fieldName?: string
  readonly operator?: string
  readonly value?: Json
  readonly value2?: Json
  readonly criteria?: readonly Json[]
}

/** The condition of a rule in words, such as "Created by is you". */
export function conditionWords(condition: Json, model: ModelMeta, find: FindModel, words: Words): string {
  if (Array.isArray(condition))
    return condition.map((each: Json) => conditionWords(each, model, find, words)).join(` ${words.why.and} `)
  if (typeof condition !== 'object' || condition === null) return words.why.always
  const criterion = condition as Criterion
  if (criterion.criteria) return nested(criterion.operator ?? 'and', criterion.criteria, model, find, words)
  const label = findPath(model, criterion.fieldName ?? '', find)?.label ?? criterion.fieldName ?? ''
  const operator = words.why.operators[criterion.operator ?? ''] ?? criterion.operator ?? ''
  const values = [criterion.value, criterion.value2].filter((value) => value !== undefined)
  const shown = values.map((value) => valueWords(value, words)).join(` ${words.why.and} `)
  return [label, operator, shown].filter((part) => part !== '').join(' ')
}

function nested(operator: string, criteria: readonly Json[], model: ModelMeta, find: FindModel, words: Words): string {
  const parts = criteria.map((each) => conditionWords(each, model, find, words))
  if (operator === 'not') return words.why.not(parts.join(` ${words.why.and} `))
  return `(${parts.join(` ${operator === 'or' ? words.why.or : words.why.and} `)})`
}

function valueWords(value: Json | undefined, words: Words): string {
  if (value === '$user' || value === '$user.id') return words.why.you
  if (Array.isArray(value)) return value.map((each: Json) => valueWords(each, words)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
