import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'

/** A field or relation of a model. */
export interface Member {
  readonly model: string
  readonly name: string
}

/** Finds a model by its name. */
type FindModel = (name: string) => Model | undefined

/**
 * Returns what a computed field follows from: fields and relations of its own record and, step by step, of the records
 * that a dotted name leads to. Empty for other fields.
 */
export function sourcesOf(field: Field, model: Model, findModel: FindModel): Member[] {
  return (typeOf(field).uses?.(field) ?? []).flatMap((name) => membersAlong(name.split('.'), model, findModel))
}

function membersAlong([name, ...rest]: string[], model: Model, findModel: FindModel): Member[] {
  const member = name === undefined ? undefined : findMember(model, name)
  if (!member) return []
  const target = 'target' in member ? findModel(member.target) : undefined
  return [{ model: model.name, name: member.name }, ...(target ? membersAlong(rest, target, findModel) : [])]
}

function findMember({ fields, relations }: Model, name: string) {
  return fields.find((field) => field.name === name) ?? relations.find((relation) => relation.name === name)
}

/**
 * Returns these members of a model and the fields that follow from them, also by way of other fields: each with the
 * member that it follows from, and those that were named with themselves.
 */
export function withFollowers(
  names: readonly string[],
  model: Model,
  findModel: FindModel,
): ReadonlyMap<string, string> {
  const found = new Map(names.map((name) => [name, name]))
  // The loop also visits what is added to the map meanwhile.
  for (const cause of found.keys())
    for (const field of model.fields) {
      const follows = sourcesOf(field, model, findModel).some(
        (source) => source.model === model.name && source.name === cause,
      )
      if (follows && !found.has(field.name)) found.set(field.name, cause)
    }
  return found
}
