import type { FieldDeclaration, TargetDeclaration } from '../field/declaration.ts'
import type { Model } from '../Model.ts'
import type { CommonRelation, CommonRelationOptions, Related } from './Relation.ts'

export interface CollectionRelation extends CommonRelation {
  readonly type: 'collection'
  /** The reference field of the other model that refers to this one. */
  readonly by: string
}

export interface CollectionOptions extends CommonRelationOptions {
  /** The reference field of the other model that refers to this one. */
  by: string
}

/** The records of another model that refer to this one: the other side of a reference. */
export function collection<const Name extends string, const Options extends CollectionOptions>(
  target: TargetDeclaration<Name>,
  options: Options,
): FieldDeclaration<Related[], false, true, 'collection'> & Options & { target: Name } {
  return { ...options, target: typeof target === 'string' ? target : target?.name, type: 'collection' }
}

/** Returns the mistakes of a collection. Each message says what to write instead. */
export function checkCollection(
  { target, by }: CollectionRelation,
  model: Model,
  findModel: (name: string) => Model | undefined,
): string[] {
  const other = findModel(target)
  if (!other) return [`is a collection of ${target}, which is not a loaded model; write its full name`]
  const references = other.fields.flatMap((field) =>
    field.type === 'reference' && field.target === model.name ? [field.name] : [],
  )
  if (references.includes(by)) return []
  const advice =
    references.length > 0 ? `write by: '${references[0]}'` : `declare a reference to ${model.name} there first`
  return [`by must name a reference of ${target} that leads here: ${advice}`]
}
