import { type FieldMeta, isComputed, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import type { Input } from './FieldKind.ts'

/** The inputs of a new record that its address names, by field. Fields that nobody fills in are left out. */
export function readSet(model: ModelMeta, set: Readonly<Record<string, string>>): Record<string, Input> {
  const fields = model.fields.filter(
    (field) => set[field.name] !== undefined && !isComputed(field) && !field.secret && field.type !== 'collection',
  )
  return Object.fromEntries(fields.map((field) => [field.name, inputFrom(field, set[field.name] ?? '')]))
}

function inputFrom({ type }: FieldMeta, text: string): Input {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  if (type === 'reference') return linkTo(text)
  if (type === 'links') return text.split(',').flatMap((id): Json[] => [linkTo(id)].filter((link) => link !== null))
  if (type === 'choices') return text.split(',').filter((value) => value !== '')
  return text
}

/** A link that knows its id alone; its title is read where it is shown. */
function linkTo(text: string): Json {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? { id } : null
}
