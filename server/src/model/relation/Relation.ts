import type { CollectionRelation } from './collection.ts'
import type { LinksRelation } from './links.ts'

/** The plain-data form of a declared relation: many records of another model, kept outside of the record's own row. */
export type Relation = CollectionRelation | LinksRelation

/** What every relation has. */
export interface CommonRelation {
  readonly name: string
  readonly label: string
  readonly help?: string
  /** The name of the other model. */
  readonly target: string
  /** The name that the relation had before, where it was renamed. */
  readonly was?: string
}

/** The options that every declaration of a relation may give. */
export interface CommonRelationOptions {
  label?: string
  help?: string
  was?: string
}

/** The types of relations, which stand among the fields of a declaration. */
export const relationTypes = ['collection', 'links'] as const

export function isRelationType(type: unknown): type is Relation['type'] {
  return type === 'collection' || type === 'links'
}

/** A related record as it appears in a list of them. */
export type Related = { id?: number; version?: number } & { [field: string]: unknown }
