import { isFormula } from '../../model/field/formula.ts'
import { isFieldName } from '../../model/checkField.ts'
import { isModelName } from '../../model/checkModels.ts'
import type { Field } from '../../model/field/Field.ts'
import { findType } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import { ownerOfComments } from '../../model/relation/comments.ts'
import { isRelationType, type Relation } from '../../model/relation/Relation.ts'
import { isLogicName } from '../../logic/checkLogic.ts'
import { type CallerRights, toCallerRights } from './CallerRights.ts'
import type { TypedAction } from './toTypeScript.ts'

/**
 * A model as `GET /ws/meta/models?detail=true` describes it. Throws if it is none: nothing else must get into a source
 * file.
 */
export function parseModel(data: unknown): Model {
  const { name, label, title, list, unique = [], fields } = requireObject(data)
  const isDescribed =
    isNameOfModel(name) && typeof label === 'string' && isFieldName(title) && areNames(list) && Array.isArray(fields)
  if (!isDescribed || !Array.isArray(unique) || !unique.every(areNames))
    throw new TypeError(`${JSON.stringify(name)} is not described as a model`)
  return { name, label, title, list, unique, ...parseForm(fields, name) }
}

/** An action as `GET /ws/meta/actions` describes it. Throws if it is none. */
export function parseAction(data: unknown): TypedAction {
  const { name, label, takes, gives } = requireObject(data)
  if (!isLogicName(name) || typeof label !== 'string' || !Array.isArray(takes) || !Array.isArray(gives))
    throw new TypeError(`${JSON.stringify(name)} is not described as an action`)
  return { name, label, takes: parseForm(takes, name), gives: parseForm(gives, name) }
}

function parseForm(data: readonly unknown[], of: string): TypedAction['takes'] {
  const members = data.map((member) => parseMember(member, of))
  return {
    fields: members.filter((member): member is Field => !isRelationType(member.type)),
    relations: members.filter((member): member is Relation => isRelationType(member.type)),
  }
}

/** Whether the text can be the full name of a model, or of the model of its comments. */
function isNameOfModel(name: unknown): name is string {
  return typeof name === 'string' && isModelName(ownerOfComments(name) ?? name)
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
    target === undefined || isNameOfModel(target),
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
    return !isFormula(field) || isObject(field.result)
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
