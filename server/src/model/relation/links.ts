import {
  type FieldDeclaration,
  type IsRequired,
  targetName,
  type TargetDeclaration,
  type Targeting,
} from '../field/declaration.ts'
import type { Model } from '../Model.ts'
import type { CommonRelation, CommonRelationOptions, Related } from './Relation.ts'

export interface LinksRelation extends CommonRelation {
  readonly type: 'links'
  /** What happens if a linked record is deleted: the links are deleted, or the delete is refused. */
  readonly onDelete: 'refuse' | 'clear'
  /** Which records of the other model forms offer; `$source` is the record of the form. All if absent. */
  readonly where?: object
  /** Whether at least one record must be sent; only in what logic takes. */
  readonly required?: boolean
  /** The most records that may be sent; only in what logic takes. */
  readonly max?: number
}

export interface LinksOptions extends CommonRelationOptions {
  /** What happens if a linked record is deleted; `clear` if absent. */
  onDelete?: 'refuse' | 'clear'
  /** Which records forms offer, as for a reference. */
  where?: object
  /** Whether logic needs at least one record; only in `takes`. */
  required?: boolean
  /** The most records that logic takes; 1,000 if absent; only in `takes`. */
  max?: number
}

/** Any number of records of another model. Each can be linked from any number of records. */
export function links<const Target extends TargetDeclaration, const Options extends LinksOptions>(
  target: Target,
  options?: Options,
): FieldDeclaration<Related[], IsRequired<Options>, true, 'links'> & Options & Targeting<Target> {
  return { ...(options as Options), target: targetName(target), type: 'links' }
}

/** Returns the mistakes of a links relation. Each message says what to write instead. */
export function checkLinks(
  { target, onDelete }: LinksRelation,
  findModel: (name: string) => Model | undefined,
): string[] {
  if (!findModel(target)) return [`links to ${target}, which is not a loaded model; write links(Tag) or its full name`]
  return onDelete === 'refuse' || onDelete === 'clear' ? [] : ["onDelete must be 'refuse' or 'clear'"]
}
