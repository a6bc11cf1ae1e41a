import type { Words } from '../../text/words.ts'
import type { CollectionRelation } from './collection.ts'
import type { LinksRelation } from './links.ts'

/** The plain form of a declared relation: many records of another model, stored outside the record's own row. */
export type Relation = CollectionRelation | LinksRelation

/** The members that all relations have. */
export interface CommonRelation {
  readonly name: string
  readonly label: Words
  readonly help?: Words
  /** The name of the other model. */
  readonly target: string
  /** Which records forms show it for; all if absent. */
  readonly when?: object | string
  /** The former name of a renamed relation. */
  readonly was?: string
}

/** The options of all relation declarations. */
export interface CommonRelationOptions {
  label?: Words
  help?: Words
  /** Forms show it while this is true: criteria, or an expression such as `status != 'draft'`. */
  when?: object | string
  was?: string
}

/** Whether a type is one of a relation. They are declared among the fields. */
export function isRelationType(type: unknown): type is Relation['type'] {
  return type === 'collection' || type === 'links'
}

/** A related record in a list of related records. */
export type Related = { id?: number; version?: number } & { [field: string]: unknown }

/** The most members of one relation that can be sent with a record, or to logic. */
export const maxMembers = 1_000
