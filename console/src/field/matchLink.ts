import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { asText } from './kinds.ts'

/** What records are recognised by in a text: their unique fields, then their title. */
export function keysOf({ fields, title }: Pick<ModelMeta, 'fields' | 'title'>): readonly FieldMeta[] {
  const isText = ({ type }: FieldMeta) => type === 'text' || type === 'series' || type === 'computed'
  const unique = fields.filter((field) => (field.unique === true || field.type === 'series') && isText(field))
  const named = fields.filter((field) => field.name === title && isText(field) && !unique.includes(field))
  return [...unique, ...named].filter(({ secret }) => !secret)
}

/** The criteria of the records that any of these texts may mean; undefined if there is nothing to ask. */
export function criteriaOfTexts(target: ModelMeta, texts: readonly string[]): Json | undefined {
  const keys = keysOf(target)
  if (keys.length === 0 || texts.length === 0) return undefined
  return {
    operator: 'or',
    criteria: keys.map(({ name }) => ({ fieldName: name, operator: 'in', value: [...texts] })),
  }
}

/** The records that a text means: those with a unique field of this value, or else those with this title. */
export function meantBy(text: string, target: ModelMeta, records: readonly RecordJson[]): readonly RecordJson[] {
  for (const { name } of keysOf(target)) {
    const found = records.filter((record) => asText(record[name]) === text)
    if (found.length > 0) return found
  }
  return []
}

/** A record as a reference shows it. */
export function linkTo(record: RecordJson, { title, pick = [] }: ModelMeta): Json {
  const shown = [...new Set([title, ...pick.slice(0, 2)])].filter((name) => (record[name] ?? null) !== null)
  return { id: record.id, ...Object.fromEntries(shown.map((name) => [name, record[name] ?? null])) }
}
