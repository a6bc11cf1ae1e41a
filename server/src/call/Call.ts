import type { Action } from '../permission/Rule.ts'
import type { Sent } from './Sent.ts'
import type { SearchRequest } from './SearchRequest.ts'

export interface LoginCall {
  readonly operation: 'login'
  readonly username: string
  readonly password: string
  readonly requestId: string
  /** What the client calls itself. */
  readonly agent: string | null
  /** Where it comes from, for counting attempts. */
  readonly address: string
}

export interface LogoutCall {
  readonly operation: 'logout'
  readonly token: string | undefined
  readonly requestId: string
}

interface RecordCallBase {
  readonly token: string | undefined
  readonly model: string
}

export interface FindCall extends RecordCallBase {
  readonly operation: 'find'
  readonly offset: number
  readonly limit: number
}

export interface SearchCall extends RecordCallBase {
  readonly operation: 'search'
  readonly request: SearchRequest
}

export interface ReadCall extends RecordCallBase {
  readonly operation: 'read'
  readonly id: number
  /** Only these fields are asked for. */
  readonly fields?: readonly string[]
  /** An old version is asked for. */
  readonly version?: number
}

export interface HistoryCall extends RecordCallBase {
  readonly operation: 'history'
  readonly id: number
  readonly offset: number
  readonly limit: number
}

interface WriteCallBase extends RecordCallBase {
  /** Nothing is to be kept: the answer says what would happen. */
  readonly dryRun: boolean
  readonly requestId: string
  /** The client's key for this write, and the digest of its request. */
  readonly idempotency?: { readonly key: string; readonly hash: string }
}

export interface CreateCall extends WriteCallBase {
  readonly operation: 'create'
  readonly sent: Sent
}

export interface UpdateCall extends WriteCallBase {
  readonly operation: 'update'
  readonly id: number
  readonly sent: Sent
  readonly ifMatch?: number
  readonly onConflict: 'refuse' | 'merge'
}

export interface DeleteCall extends WriteCallBase {
  readonly operation: 'delete'
  readonly id: number
  readonly version?: number
  readonly ifMatch?: number
}

export interface RestoreCall extends WriteCallBase {
  readonly operation: 'restore'
  readonly id: number
  readonly sent: Sent
}

/** Many records in one call. */
export interface BulkCall extends WriteCallBase {
  readonly operation: 'saveMany' | 'deleteMany'
  readonly records: unknown
}

/** One change of all records that meet criteria. */
export interface UpdateMatchingCall extends WriteCallBase {
  readonly operation: 'updateMatching'
  readonly criteria: unknown
  readonly values: unknown
  readonly maxAffected: unknown
}

export type WriteCall = CreateCall | UpdateCall | DeleteCall | RestoreCall | BulkCall | UpdateMatchingCall

/** What concerns the records of a model. */
export type RecordCall = FindCall | SearchCall | ReadCall | HistoryCall | WriteCall

/** What programs ask about the models themselves. */
export type MetaCall =
  | { readonly operation: 'models'; readonly token: string | undefined }
  | { readonly operation: 'fields'; readonly token: string | undefined; readonly model: string }

/** Another password for who asks. */
export interface PasswordCall {
  readonly operation: 'password'
  readonly token: string | undefined
  readonly requestId: string
  readonly address: string
  /** The one that holds until now. */
  readonly password: string
  readonly newPassword: string
}

/** The end of sessions: of one's own others where nothing else is said. */
export interface EndSessionsCall {
  readonly operation: 'endSessions'
  readonly token: string | undefined
  readonly requestId: string
  readonly user?: number
  /** Also of the one that asks. */
  readonly current: boolean
}

/** Whether somebody may do something, and why. */
export interface ExplainCall {
  readonly operation: 'explain'
  readonly token: string | undefined
  readonly model: string
  readonly id?: number
  readonly action: Action
  /** The id or username of somebody else. */
  readonly user?: string
}

/** What concerns the caller's own access. */
export type AccountCall = PasswordCall | EndSessionsCall | ExplainCall

/** What a client wants, in our own words. Nothing behind this knows HTTP. */
export type Call = LoginCall | LogoutCall | AccountCall | MetaCall | RecordCall
