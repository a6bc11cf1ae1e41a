import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { titleNames } from '../model/titleNames.ts'
import { describeKeys, findPartialKey, type UniqueKey, uniqueKeysOf } from '../model/uniqueKeys.ts'
import { inLanguage } from '../text/words.ts'
import type { Lookup } from './Lookup.ts'

/** A parsed look-up, or what is wrong with it. */
export type LookupReading = { readonly lookup: Lookup } | { readonly fault: string }

/** The models with all their fields, and those with the fields that the caller may read: only these can be keys. */
export interface LookupModels {
  readonly models: Models
  readonly seen: Models
}

/** The most keys within keys. */
const maxDepth = 5

/**
 * Parses an object that names a record of a model by a unique field, or by all fields of a unique group. Returns
 * undefined if it has an id, is no object, or the caller knows no key of the model: then it is read as an object with
 * an id. The version and the title of the record may be there, too, and mean nothing.
 */
export function parseLookup(value: unknown, target: string, at: LookupModels, depth = 1): LookupReading | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, 'id'))
    return undefined
  const model = at.seen.find(target)
  const keys = model ? uniqueKeysOf(model) : []
  const names = Object.keys(value).filter((member) => member !== 'version')
  if (!model || keys.length === 0 || names.length === 0) return undefined
  const key = findKey(names, keys, model)
  if (!key) return { fault: toFault(names, keys, model) }
  if (depth > maxDepth) return { fault: `must not have more than ${maxDepth} keys within each other` }
  return readKey(value as Record<string, unknown>, key, target, at, depth)
}

/** The key that has all the members, except perhaps the title. */
function findKey(names: readonly string[], keys: readonly UniqueKey[], model: Model): UniqueKey | undefined {
  const titles = titleNames(model)
  const fitting = keys.filter((key) => {
    const fields = key.map(({ name }) => name)
    const allowed = [...fields, ...titles]
    return fields.every((name) => names.includes(name)) && names.every((name) => allowed.includes(name))
  })
  return fitting.sort((a, b) => b.length - a.length)[0]
}

function toFault(names: readonly string[], keys: readonly UniqueKey[], model: Model): string {
  const label = inLanguage(model.label)
  const partial = findPartialKey(names, model)
  const known = `name the ${label} by its id, or by ${describeKeys(keys)}`
  if (partial) return `must ${known}: ${partial}`
  const complete = keys.filter((key) => key.every(({ name }) => names.includes(name)))
  if (complete.length > 1) return `must ${known}, and not by several of them at once`
  const allowed = [...(complete[0] ?? []).map(({ name }) => name), ...titleNames(model)]
  const odd = names.find((name) => !allowed.includes(name)) ?? names[0] ?? ''
  return complete.length === 1
    ? `must not have a member "${odd.slice(0, 100)}"`
    : `must ${known}: "${odd.slice(0, 100)}" is not unique in ${label}`
}

function readKey(
  value: Readonly<Record<string, unknown>>,
  fields: UniqueKey,
  target: string,
  at: LookupModels,
  depth: number,
): LookupReading {
  const key: { field: Field; value: ColumnValue | Lookup }[] = []
  for (const field of fields) {
    const part = readPart(field, value[field.name], at, depth)
    if (!part) return { fault: `must have a value for ${field.name}` }
    if ('fault' in part) return { fault: `names it by ${field.name}, which ${part.fault}` }
    key.push({ field, value: 'lookup' in part ? part.lookup : part.value })
  }
  return { lookup: { target, key } }
}

/** Reads a value as the field says. A field that only the service sets can still be compared with. */
function readPart(
  field: Field,
  value: unknown,
  at: LookupModels,
  depth: number,
): LookupReading | { readonly value: ColumnValue } | undefined {
  if (value === null || value === undefined) return undefined
  const lookup = field.type === 'reference' ? parseLookup(value, field.target, at, depth + 1) : undefined
  if (lookup) return lookup
  const type = typeOf(field)
  const read = type.writable ? type.read : (type.parseOperand ?? type.read)
  return read(value, field, at.models)
}
