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
}

export interface CreateCall extends RecordCallBase {
  readonly operation: 'create'
  readonly sent: Sent
}

export interface UpdateCall extends RecordCallBase {
  readonly operation: 'update'
  readonly id: number
  readonly sent: Sent
  readonly ifMatch?: number
}

export interface DeleteCall extends RecordCallBase {
  readonly operation: 'delete'
  readonly id: number
  readonly version?: number
  readonly ifMatch?: number
}

/** What concerns the records of a model. */
export type RecordCall = FindCall | ReadCall | CreateCall | UpdateCall | DeleteCall

/** What a client wants, in our own words. Nothing behind this knows HTTP. */
export type Call = LoginCall | LogoutCall | RecordCall
