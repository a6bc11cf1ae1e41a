import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import { labelOf } from './kinds.ts'
import { titleOfLink } from './titleOfLink.ts'

/** What a group of records is called by the value that they have in common, or by having none. */
export function labelOfGroup(value: Json, field: FieldMeta, words: Words): string {
  if (value === null) return words.criteria.noValueOption
  if (typeof value === 'boolean') return value ? words.value.yes : words.value.no
  return typeof value === 'object' ? titleOfLink(value) : labelOf(String(value), field)
}
