import { kindOf } from '../field/kinds.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../meta/ModelMeta.ts'
import type { Draft } from './Draft.ts'
import { copiedValues, type LineEdits, membersOf } from './lines.ts'

/**
 * A draft of a new record with the values of another, but for what must be unique, secrets, members, and values that
 * nobody can choose any more.
 */
export function copyOf(record: RecordJson, model: ModelMeta, key: string): Draft {
  const copied = model.fields.filter(
    (field) => !field.unique && !field.secret && !isComputed(field) && field.type !== 'collection',
  )
  const values = copied.filter(({ name }) => record[name] !== undefined && record[name] !== null)
  const lines = model.fields.flatMap((field) => copiedLines(record, field))
  const inputs = values.flatMap((field) => {
    const value = withoutRetired(record[field.name] ?? null, field)
    return value === null ? [] : [[field.name, kindOf(field).toInput(value, field)] as const]
  })
  return { base: undefined, edits: Object.fromEntries([...inputs, ...lines]), key }
}

/** The lines of a copy are new ones. */
function copiedLines(record: RecordJson, field: FieldMeta): [string, LineEdits][] {
  const columns = field.lines?.columns ?? []
  const added = membersOf(record, field).map((line, index) => ({
    key: `copy${index}`,
    values: copiedValues(line, columns),
  }))
  return field.lines && added.length > 0 ? [[field.name, { added, changed: {}, removed: [] }]] : []
}

function withoutRetired(value: Json, { retired = [] }: FieldMeta): Json {
  const isRetired = (each: Json) => typeof each === 'string' && retired.includes(each)
  if (Array.isArray(value)) return value.filter((each: Json) => !isRetired(each))
  return isRetired(value) ? null : value
}
