import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'

/** What logic gives for a record or a form, before its values are parsed like those of a client. */
interface Given {
  readonly model: Model
  readonly models: Pick<Models, 'find'>
  /** The members that are kept of a record that stands for a reference. */
  readonly shown?: readonly string[]
}

/**
 * The values that logic gives, as a client sends them: a record that was read is given as a reference by its id, also
 * in the members of collections; a `Date` is its text; and what is undefined was not given.
 */
export function toSent(values: object, { model, models, shown = ['id'] }: Given): Record<string, unknown> {
  const references = new Set(model.fields.filter(({ type }) => type === 'reference').map(({ name }) => name))
  const relations = new Map(model.relations.map((relation) => [relation.name, relation]))
  const toMember = (name: string, value: unknown) => {
    if (references.has(name)) return toReference(value, shown)
    const relation = relations.get(name)
    if (!relation || !Array.isArray(value)) return toText(value)
    if (relation.type === 'links') return value.map((one: unknown) => toReference(one, shown))
    const other = models.find(relation.target)
    return value.map((one: unknown) => (isObject(one) && other ? toSent(one, { model: other, models, shown }) : one))
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, toMember(name, value)]))
}

/** The criteria of logic as a client sends them: records by their ids, and a `Date` as its text. */
export function toSentCriteria(criteria: unknown): unknown {
  if (Array.isArray(criteria)) return criteria.map(toSentCriteria)
  if (!isObject(criteria) || criteria instanceof Date) return toText(criteria)
  if ('id' in criteria && 'version' in criteria) return { id: criteria.id }
  return Object.fromEntries(Object.entries(criteria).map(([name, value]) => [name, toSentCriteria(value)]))
}

/** A record by its id, if it is one that was read. References by a key are left as they are. */
function toReference(value: unknown, shown: readonly string[]): unknown {
  if (!isObject(value) || !('id' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => shown.includes(name)))
}

/** A time as the text that clients send. One that is not valid stays as it is, and is refused with the others. */
function toText(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
