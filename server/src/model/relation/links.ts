import type { FieldDeclaration, TargetDeclaration } from '../field/declaration.ts'
import type { Model } from '../Model.ts'
import type { CommonRelation, CommonRelationOptions, Related } from './Relation.ts'

export interface LinksRelation extends CommonRelation {
  readonly type: 'links'
  /** What happens if a linked record is deleted: the links are deleted, or the delete is refused. */
  readonly onDelete: 'refuse' | 'clear'
}

export interface LinksOptions extends CommonRelationOptions {
  /** What happens if a linked record is deleted; `clear` if absent. */
  onDelete?: 'refuse' | 'clear'
}

/** Any number of records of another model. Each can be linked from any number of records. */
export function links<const Name extends string, const Options extends LinksOptions>(
  target: TargetDeclaration<Name>,
  options?: Options,
): FieldDeclaration<Related[], false, true, 'links'> & Options & { target: Name } {
  return { ...(options as Options), target: typeof target === 'string' ? target : target?.name, type: 'links' }
}

/** Returns the mistakes of a links relation. Each message says what to write instead. */
export function checkLinks(
  { target, onDelete }: LinksRelation,
  findModel: (name: string) => Model | undefined,
): string[] {
  if (!findModel(target)) return [`links to ${target}, which is not a loaded model; write links(Tag) or its full name`]
  return onDelete === 'refuse' || onDelete === 'clear' ? [] : ["onDelete must be 'refuse' or 'clear'"]
}
