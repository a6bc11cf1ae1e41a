import type { FieldMeta, Json } from '../meta/ModelMeta.ts'

/**
 * Whether two values of a field are the same to the service: references by their id, links by their ids and sets by
 * their values in any order, everything else by its JSON, whatever the order of members.
 */
export function isSame(type: FieldMeta['type'], a: Json | undefined, b: Json | undefined): boolean {
  if (type === 'choices') return canonical(sorted(a)) === canonical(sorted(b))
  const form = type === 'reference' ? idOf : type === 'links' || type === 'collection' ? idsOf : canonical
  return form(a ?? null) === form(b ?? null)
}

function sorted(value: Json | undefined): Json {
  return Array.isArray(value) ? value.map(String).sort() : []
}

function idOf(value: Json): string {
  return typeof value === 'object' && value !== null && 'id' in value ? JSON.stringify(value.id) : ''
}

function idsOf(value: Json): string {
  const ids = Array.isArray(value) ? value.map((each: Json) => idOf(each)) : []
  return ids.sort().join(',')
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each: Json) => canonical(each)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}
