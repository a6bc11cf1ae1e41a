import type { Names } from '../expression/checkTypes.ts'
import type { TypeOfValue } from '../expression/Typed.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { userModel } from './builtIn/names.ts'
import type { Field } from './field/Field.ts'
import { findType } from './field/fieldTypes.ts'
import { isSecret } from './field/text.ts'
import type { Model } from './Model.ts'

/** The variables of expressions. A place of use has some of them. */
export type VariableName = '$today' | '$now' | '$user' | '$before' | '$old'

/** What the expressions of a place of use can name. */
export interface PlaceOfUse {
  readonly model: Model
  /** Finds the models that references lead to. Absent if the place has no dotted names. */
  readonly findModel?: (name: string) => Model | undefined
  readonly variables: readonly VariableName[]
  /** The fields before a change of the model: `$old`. */
  readonly oldFields?: readonly Field[]
  /** Why the place can't use an own field, after `names x at character 3, which `; undefined if it can. */
  refuse?(field: Field): string | undefined
}

/** The names of a record for its expressions: own fields, dotted names and variables, with their types. */
export function recordNames(place: PlaceOfUse): Names {
  return {
    field: (name) => typeAt(name.split('.'), place.model, place),
    variable: (name) => variableType(name, place),
  }
}

function variableType(name: string, place: PlaceOfUse): TypeOfValue | string {
  const [variable = '', ...path] = name.split('.')
  const known = place.variables.find((one) => one === variable)
  if (!known || ((known === '$today' || known === '$now') && path.length > 0))
    return `is no variable here.${place.variables.length > 0 ? ` There are ${place.variables.join(', ')}.` : ''}`
  if (known === '$today') return { type: 'date' }
  if (known === '$now') return { type: 'dateTime' }
  if (known === '$user') return userType(path, place)
  const model = known === '$old' ? { ...place.model, fields: place.oldFields ?? [] } : place.model
  if (path.length !== 1) return `needs one field: write ${known}.<field>`
  return typeAt(path, model, place)
}

function userType(path: readonly string[], place: PlaceOfUse): TypeOfValue | string {
  const user = place.findModel?.(userModel)
  if (path.length === 0 || !user) return { type: 'reference', target: userModel }
  return typeAt(path, user, place, false)
}

/** The type of the field at the end of a dotted name. `place.refuse` decides about fields of its own model only. */
function typeAt(
  [part = '', ...rest]: readonly string[],
  owner: Model,
  place: PlaceOfUse,
  isOwn = owner === place.model,
): TypeOfValue | string {
  const field = owner.fields.find(({ name }) => name === part)
  if (!field) return isOwn ? unknownIn(owner, part) : `has no field ${part} of ${owner.name}.${nearest(owner, part)}`
  const type = typeOfField(field)
  const refused = isOwn ? place.refuse?.(field) : refuseForeign(field)
  if (typeof type === 'string' || refused !== undefined) return refused ?? type
  if (rest.length === 0) return type
  if (type.type !== 'reference' || type.target === undefined) return `goes on after ${part}, which is no reference`
  const target = place.findModel?.(type.target)
  if (!place.findModel) return 'leads to another record: only the fields of the record itself can be here'
  return target
    ? typeAt(rest, target, { ...place, model: place.model })
    : `leads to ${type.target}, which is not declared`
}

/** What is known about the values of a field, or why expressions can't use it. */
export function typeOfField(field: Field): TypeOfValue | string {
  if (isSecret(field)) return 'is a secret and never shown: leave it out'
  return findType(field)?.inExpression?.(field) ?? `is of type ${field.type}, which expressions can't use`
}

function refuseForeign(field: Field): string | undefined {
  if (findType(field)?.stored !== false) return undefined
  return 'is computed when it is read: only stored fields of other records can be used'
}

function unknownIn(model: Model, part: string): string {
  const relation = model.relations.find(({ name }) => name === part)
  if (relation) return `is a ${relation.type} with many records: use a rollup of it`
  return `is not a field of this model.${nearest(model, part)}`
}

function nearest({ fields }: Model, part: string): string {
  return didYouMean(
    part,
    fields.filter((field) => typeof typeOfField(field) !== 'string').map(({ name }) => name),
  )
}
