import { isFieldName } from '../../model/checkField.ts'
import { isModelName } from '../../model/checkModels.ts'
import type { Field } from '../../model/field/Field.ts'
import { findType } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import { isRelationType, type Relation } from '../../model/relation/Relation.ts'
import { type CallerRights, toCallerRights } from './CallerRights.ts'

/**
 * A model as `GET /ws/meta/models?detail=true` describes it. Throws if it is none: nothing else must get into a source
 * file.
 */
export function parseModel(data: unknown): Model {
  const { name, label, title, list, unique = [], fields } = requireObject(data)
  const isDescribed =
    isModelName(name) && typeof label === 'string' && isFieldName(title) && areNames(list) && Array.isArray(fields)
  if (!isDescribed || !Array.isArray(unique) || !unique.every(areNames))
    throw new TypeError(`${JSON.stringify(name)} is not described as a model`)
  const members = fields.map((member) => parseMember(member, name))
  return {
    name,
    label,
    title,
    list,
    unique,
    fields: members.filter((member): member is Field => !isRelationType(member.type)),
    relations: members.filter((member): member is Relation => isRelationType(member.type)),
  }
}

function areNames(names: unknown): names is readonly string[] {
  return Array.isArray(names) && names.every(isFieldName)
}

function parseMember(data: unknown, model: string): (Field | Relation) & CallerRights {
  const member = requireObject(data)
  const { name, help, target, by, values } = member
  const fits = [
    isFieldName(name),
    typeof member.type === 'string',
    help === undefined || typeof help === 'string',
    target === undefined || isModelName(target),
    by === undefined || isFieldName(by),
    values === undefined || (Array.isArray(values) && values.every((value) => typeof value === 'string')),
    hasType(member as unknown as Field),
  ]
  if (fits.every(Boolean))
    return { ...member, ...(isObject(member.may) ? toCallerRights(member.may) : {}) } as unknown as (Field | Relation) &
      CallerRights
  throw new TypeError(`the field ${JSON.stringify(name)} of ${model} is not described as a field`)
}

/** Whether the members are there that the type of the field has. */
function hasType(field: Field): boolean {
  try {
    findType(field)?.typeScript(field)
    return true
  } catch {
    return false
  }
}

function requireObject(data: unknown): Record<string, unknown> {
  if (isObject(data)) return data
  throw new TypeError('there is something else instead of an object')
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
