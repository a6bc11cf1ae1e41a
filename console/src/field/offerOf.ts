import type { Json } from '../meta/ModelMeta.ts'

/** The value of a field of the record that a form is about; null or undefined if it has none. */
export type Source = (name: string) => Json | undefined

const variable = /^\$source\.(\w+)$/
const nothing: Source = () => undefined

/**
 * The records that a picker offers: the declared criteria, with the values of the form's record in place of `$source`.
 * A criterion whose value is missing is left out, so that more is offered, not nothing.
 */
export function offerOf(where: unknown, source: Source = nothing): Json | undefined {
  if (typeof where !== 'object' || where === null || Array.isArray(where)) return undefined
  const criterion = where as Readonly<Record<string, Json>>
  if (Array.isArray(criterion['criteria'])) {
    const criteria = criterion['criteria'].flatMap((part: Json) => offerOf(part, source) ?? [])
    return criteria.length === 0 ? undefined : { ...criterion, criteria }
  }
  const parts = Object.entries(criterion).map(([member, value]) => [member, resolved(value, source)] as const)
  return parts.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(parts) as Json)
}

function resolved(value: Json, source: Source): Json | undefined {
  if (Array.isArray(value)) {
    const elements = value.map((element: Json) => resolved(element, source))
    return elements.includes(undefined) ? undefined : (elements as Json)
  }
  if (typeof value !== 'string') return value
  const [, name] = variable.exec(value) ?? []
  // Text that begins like it is declared with one more dollar.
  if (name === undefined) return value.replace(/^\$(?=\$+source\.)/, '')
  const own = source(name)
  if (typeof own === 'object' && own !== null && 'id' in own) return own.id
  return own === null || own === '' ? undefined : plain(own)
}

/** A text of a record is no variable of the search. */
function plain(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? value.replace(/^(?=\$+record\.)/, '$$') : value
}
