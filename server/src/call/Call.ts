import type { Sent } from '../plan/readRecord.ts'

export interface LoginCall {
  readonly operation: 'login'
  readonly username: string
  readonly password: string
}

export interface LogoutCall {
  readonly operation: 'logout'
  readonly token: string | undefined
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

export interface ReadCall extends RecordCallBase {
  readonly operation: 'read'
  readonly id: number
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
  readonly requestId: string
  /** The client's key for this write, and the digest of its request. */
  readonly once?: { readonly key: string; readonly hash: string }
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

export type WriteCall = CreateCall | UpdateCall | DeleteCall | RestoreCall

/** What concerns the records of a model. */
export type RecordCall = FindCall | ReadCall | HistoryCall | WriteCall

/** What a client wants, in our own words. Nothing behind this knows HTTP. */
export type Call = LoginCall | LogoutCall | RecordCall
