import type { Operation } from '../call/Operation.ts'
import type { Action as DeclaredAction } from '../logic/Logic.ts'
import type { Action } from '../permission/Rule.ts'
import type { descriptions } from './descriptions.ts'
import type { KnownModel } from './KnownModel.ts'
import type { OperationObject } from './OperationObject.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'

/** The tags of operations that are not about the records of one model. */
export const ownTags = [
  { name: 'Session', description: 'Log in and out, and manage your own account.' },
  { name: 'Description', description: 'What there is, and what you may do.' },
  { name: 'Transaction', description: 'Write several models at once.' },
  { name: 'Action', description: 'What the application does, by name.' },
] as const

/** A tag of operations that are not about the records of one model. */
export type OwnTag = (typeof ownTags)[number]['name']

/**
 * Describes an operation with what this folder offers for it. It is passed here and not imported, because it is loaded
 * with the first document: a service starts sooner without it.
 */
type Describe<Description> = (offered: typeof descriptions, routeId: string) => Description

/** An operation that is the same for every caller. */
export interface OwnDescription {
  readonly about: 'service'
  readonly tag: OwnTag
  readonly describe: Describe<OperationObject>
}

/** How an operation is described for a model; undefined if the caller can't use it there. */
export type DescribeForModel = (model: KnownModel, limits: DocumentLimits) => OperationObject | undefined

/** An operation on the records of a model. It is described for each model of which the caller has one of the rights. */
export interface ModelDescription {
  readonly about: 'model'
  readonly actions: readonly Action[]
  readonly describe: Describe<DescribeForModel>
}

/** An operation that writes several models. It is described with those that the caller may write, if there are any. */
export interface ModelsDescription {
  readonly about: 'models'
  readonly tag: OwnTag
  readonly describe: Describe<(models: readonly KnownModel[], limits: DocumentLimits) => OperationObject>
}

/** An operation that runs actions. It is described for each action that the caller may run. */
export interface ActionsDescription {
  readonly about: 'actions'
  readonly tag: OwnTag
  readonly describe: Describe<(action: DeclaredAction, limits: DocumentLimits) => OperationObject>
}

/** An operation of a protocol that describes itself, at an address of its own. */
export interface SelfDescription {
  readonly about: 'scim'
}

/** How the OpenAPI document describes an operation. */
export type Description = OwnDescription | ModelDescription | ModelsDescription | ActionsDescription | SelfDescription

/** An operation, and how the OpenAPI document describes it. */
export type DescribedOperation = Operation & Description
