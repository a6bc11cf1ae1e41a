import { type FieldDeclaration, targetName, type TargetDeclaration, type Targeting } from '../field/declaration.ts'
import { checkSortBy } from '../checkSortBy.ts'
import { checkShown } from '../checkShown.ts'
import type { Model } from '../Model.ts'
import type { CommonRelation, CommonRelationOptions, Related } from './Relation.ts'

export interface CollectionRelation extends CommonRelation {
  readonly type: 'collection'
  /** The reference field of the other model that refers to this one. */
  readonly by: string
  /** The order of its records in answers and forms; that of the other model if absent. */
  readonly sortBy?: readonly string[]
  /** The fields that a form shows of each record; the list of the other model if absent. */
  readonly columns?: readonly string[]
  /** Whether a form edits the records with its own, or lists them; if absent, it edits those that are part of it. */
  readonly edit?: 'grid' | 'list'
  /** Whether its model is one that the service makes, for comments. */
  readonly comments?: true
}

export interface CollectionOptions extends CommonRelationOptions {
  /** The reference field of the other model that refers to this one. */
  by: string
  /** The order of its records in answers and forms: `['-fromOn']`; that of the other model if absent. */
  sortBy?: readonly string[]
  /** The fields that a form shows of each record: `['product', 'quantity']`; the list of the other model if absent. */
  columns?: readonly string[]
  /**
   * `'grid'`: a form edits the records together with its own. `'list'`: it lists them. If absent, it edits those that
   * are part of it: the reference is required and has `onDelete: 'cascade'`.
   */
  edit?: 'grid' | 'list'
}

/** The records of another model that refer to this one: the other side of a reference. */
export function collection<const Target extends TargetDeclaration, const Options extends CollectionOptions>(
  target: Target,
  options: Options,
): FieldDeclaration<Related[], false, true, 'collection'> & Options & Targeting<Target> {
  return { ...options, target: targetName(target), type: 'collection' }
}

/** Returns the mistakes of a collection. Each message says what to write instead. */
export function checkCollection(
  { name, target, by, sortBy, columns, edit, comments }: CollectionRelation,
  model: Model,
  findModel: (name: string) => Model | undefined,
): string[] {
  if (comments) return name === 'comments' ? [] : ['must be called comments, as its routes are']
  const other = findModel(target)
  if (!other) return [`is a collection of ${target}, which is not a loaded model; write its full name`]
  const references = other.fields.flatMap((field) =>
    field.type === 'reference' && field.target === model.name ? [field.name] : [],
  )
  if (references.includes(by)) return [...checkSortBy(sortBy, other), ...checkForm(columns, edit, by, other)]
  const advice =
    references.length > 0 ? `write by: '${references[0]}'` : `declare a reference to ${model.name} there first`
  return [`by must name a reference of ${target} that leads here: ${advice}`]
}

/** Returns the mistakes in what a form shows of a collection. */
function checkForm(columns: unknown, edit: unknown, by: string, other: Model): string[] {
  const isOwn = Array.isArray(columns) && columns.includes(by)
  return [
    ...checkShown('columns', columns, other),
    ...(isOwn ? [`columns names "${by}", which is the same in all of its records: leave it out`] : []),
    ...([undefined, 'grid', 'list'].includes(edit as string | undefined) ? [] : ["edit must be 'grid' or 'list'"]),
  ]
}
