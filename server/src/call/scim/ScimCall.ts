import type { Call } from '../Call.ts'
import type { Sent } from '../Sent.ts'

/** What directories manage by SCIM. */
export const scimResources = ['Users', 'Groups'] as const
export type ScimResource = (typeof scimResources)[number]

/** What says how a service does SCIM. */
export const scimDescriptions = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'] as const
export type ScimDescription = (typeof scimDescriptions)[number]

interface ScimCallBase extends Call {
  readonly token: string | undefined
  readonly scope: 'scim'
  readonly requestId: string
}

/** Which attributes of resources an answer has, by their names in small letters. */
export interface ShownAttributes {
  /** These and what every resource has; absent: all. */
  readonly only?: readonly string[]
  readonly without: readonly string[]
}

/** An attribute that a filter compares with a text. */
export type FilteredAttribute = 'id' | 'username' | 'externalid' | 'emails' | 'displayname'

/** One comparison of a filter. All of a filter must hold. */
export interface ScimTest {
  readonly attribute: FilteredAttribute
  readonly value: string
}

/** A page of resources. */
export interface ScimFindCall extends ScimCallBase {
  readonly operation: 'scimFind'
  readonly resource: ScimResource
  readonly filter: readonly ScimTest[]
  /** The first one has the index 1. */
  readonly startIndex: number
  readonly count: number
  readonly shown: ShownAttributes
}

/** A question for what the service can do, or one part of the answer. */
export interface ScimDescribeCall extends ScimCallBase {
  readonly operation: 'scimDescribe'
  readonly resource: ScimDescription
  readonly id: string | undefined
}

/** A read of one resource. */
export interface ScimReadCall extends ScimCallBase {
  readonly operation: 'scimRead'
  readonly resource: ScimResource
  readonly id: string
  readonly shown: ShownAttributes
}

/** Where a change of a resource says what to change. All names are in small letters. */
export interface ScimPath {
  readonly attribute: string
  /** Which of several values: the text between the brackets. */
  readonly filter?: string
  readonly sub?: string
}

/** One change. */
export interface ScimChange {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: ScimPath
  readonly value: unknown
}

/** What all writes have. */
interface ScimWriteCall extends ScimCallBase {
  readonly resource: ScimResource
  readonly shown: ShownAttributes
}

/** A new resource, or a whole one: its members, as they were sent. */
export interface ScimCreateCall extends ScimWriteCall {
  readonly operation: 'scimCreate'
  readonly sent: Sent
}

export interface ScimReplaceCall extends ScimWriteCall {
  readonly operation: 'scimReplace'
  readonly id: string
  readonly sent: Sent
  readonly ifMatch?: number
}

/** Changes of a resource, all or none. */
export interface ScimPatchCall extends ScimWriteCall {
  readonly operation: 'scimPatch'
  readonly id: string
  readonly changes: readonly ScimChange[]
  readonly ifMatch?: number
}

/** A delete. */
export interface ScimDeleteCall extends ScimCallBase {
  readonly operation: 'scimDelete'
  readonly resource: ScimResource
  readonly id: string
  readonly ifMatch?: number
}
