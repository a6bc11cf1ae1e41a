import type { AggregateRequest } from './AggregateRequest.ts'
import type { Sent } from './Sent.ts'
import type { SearchRequest } from './SearchRequest.ts'

/** What a client wants, in the terms of the service. No stage after `call` knows HTTP. Each operation has a call. */
export interface Call {
  readonly requestId?: string
  /** The session token or API key; absent if the operation needs none. */
  readonly token?: string | undefined
  /** It does not count as a use of the session. */
  readonly quiet?: boolean | undefined
  /** The token must be an API key for SCIM. */
  readonly scope?: 'scim'
  /** Nobody is no failure: without a session or key the answer has no data. */
  readonly optional?: boolean
  /** How long it may wait for something to happen, in milliseconds, before the time limit begins. */
  readonly wait?: number
  /** The client's key for a write, and the digest of the request. */
  readonly idempotency?: { readonly key: string; readonly hash: string }
}

/** A login. */
export interface LoginCall {
  readonly operation: 'login'
  readonly username: string
  readonly password: string
  readonly totp?: string | undefined
  readonly requestId: string
  /** The `User-Agent` of the client. */
  readonly agent: string | null
  /** The client's address, for counting attempts. */
  readonly address: string
}

/** A logout. */
export interface LogoutCall {
  readonly operation: 'logout'
  readonly token: string | undefined
  readonly requestId: string
}

/** A read whose answer can have a token from which its changes can be followed. */
interface Followable {
  readonly changes?: true
}

/** What every call about the records of a model has. */
export interface RecordCallBase {
  readonly token: string | undefined
  readonly model: string
}

/** A page of the records of a model. */
export interface FindCall extends RecordCallBase, Followable {
  readonly operation: 'find'
  readonly offset: number
  readonly limit: number
  /** The answer says which records the caller may change. */
  readonly may?: true
}

/** A search. */
export interface SearchCall extends RecordCallBase, Followable {
  readonly operation: 'search'
  readonly request: SearchRequest
}

/** Groups of records, with counts, sums and other figures of each. */
export interface AggregateCall extends RecordCallBase {
  readonly operation: 'aggregate'
  readonly request: AggregateRequest
}

/** A read of one record. */
export interface ReadCall extends RecordCallBase, Followable {
  readonly operation: 'read'
  readonly id: number
  /** Return only these fields. */
  readonly fields?: readonly string[]
  /** Return this version. */
  readonly version?: number
  /** The answer says what the caller may do with the record. */
  readonly may?: true
  /** It does not count as a use of the session. */
  readonly quiet?: boolean
}

/** A page of the history of a record. */
export interface HistoryCall extends RecordCallBase {
  readonly operation: 'history'
  readonly id: number
  readonly offset: number
  readonly limit: number
  /** Whether the writes of its collections' members are listed too. */
  readonly members?: true
  /** Whether references and links are shown with titles. */
  readonly titles?: true
}

/** A page of the deleted records of a model. */
export interface DeletedCall extends RecordCallBase {
  readonly operation: 'deleted'
  readonly offset: number
  readonly limit: number
}

/** What every write has. */
export interface WriteCallBase extends RecordCallBase {
  /** Write nothing; the answer says what would happen. */
  readonly dryRun: boolean
  readonly requestId: string
  /** The client's key for this write, and the digest of the request. */
  readonly idempotency?: { readonly key: string; readonly hash: string }
}

/** What the answer of a write shows. */
interface ShownFields {
  /** Return only these fields. */
  readonly fields?: readonly string[]
}

/** A create. */
export interface CreateCall extends WriteCallBase, ShownFields {
  readonly operation: 'create'
  readonly sent: Sent
  /** The fields by which a record is updated, if there is one with these values. */
  readonly key?: readonly string[]
}

/** An update. */
export interface UpdateCall extends WriteCallBase, ShownFields {
  readonly operation: 'update'
  readonly id: number
  readonly sent: Sent
  readonly ifMatch?: number
  readonly onConflict: 'refuse' | 'merge'
  /** A conflict shows references and links with titles. */
  readonly titles?: true
}

/** The archiving of a record, or its return: an update of when it was archived. */
export interface ArchiveCall extends WriteCallBase, ShownFields {
  readonly operation: 'archive' | 'unarchive'
  readonly id: number
  readonly sent: Sent
  readonly ifMatch?: number
  readonly onConflict: 'refuse' | 'merge'
}

/** The archiving of many records. */
export interface ArchiveManyCall extends WriteCallBase, ShownFields {
  readonly operation: 'archiveMany'
  readonly records: unknown
}

/** A delete. */
export interface DeleteCall extends WriteCallBase {
  readonly operation: 'delete'
  readonly id: number
  readonly version?: number
  readonly ifMatch?: number
  /** If others refer to the record, the failure says how many. */
  readonly counts?: true
}

/** A restore of an old version. */
export interface RestoreCall extends WriteCallBase, ShownFields {
  readonly operation: 'restore'
  readonly id: number
  readonly sent: Sent
}

/** The undo of one write. */
export interface UndoCall extends WriteCallBase, ShownFields {
  readonly operation: 'undo'
  readonly id: number
  readonly sent: Sent
  readonly onConflict: 'refuse' | 'merge'
}

/** A write of many records in one call. */
export interface BulkCall extends WriteCallBase, ShownFields {
  readonly operation: 'saveMany' | 'deleteMany'
  readonly records: unknown
  /** The fields by which records without an id are updated, if there are any with these values. */
  readonly key?: unknown
  /** Of how many records a dry run shows the changes. */
  readonly show?: unknown
}

/** One update of all records that match the criteria. */
export interface UpdateMatchingCall extends WriteCallBase {
  readonly operation: 'updateMatching'
  readonly criteria: unknown
  readonly values: unknown
  readonly maxAffected: unknown
  /** Of how many records a dry run shows the changes. */
  readonly show?: unknown
}
