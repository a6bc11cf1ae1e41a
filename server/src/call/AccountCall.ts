import type { Action } from '../permission/Rule.ts'

/** A new password for the caller. */
export interface PasswordCall {
  readonly operation: 'password'
  readonly token: string | undefined
  readonly requestId: string
  readonly address: string
  /** The current password. */
  readonly password: string
  readonly newPassword: string
}

/** A proof that it is the user of the session who makes the next calls. */
export interface ConfirmCall {
  readonly operation: 'confirm'
  readonly token: string | undefined
  readonly requestId: string
  readonly address: string
  readonly proof: { readonly password: string } | { readonly totp: string }
}

/** The end of sessions: by default, of the caller's other sessions. */
export interface EndSessionsCall {
  readonly operation: 'endSessions'
  readonly token: string | undefined
  readonly requestId: string
  readonly user?: number
  /** Whether the current session ends too. */
  readonly current: boolean
}

/** A new API key in place of another one. */
export interface RotateKeyCall {
  readonly operation: 'rotateKey'
  readonly token: string | undefined
  readonly requestId: string
  /** The id of the old key. */
  readonly id: number
  /** How long the old key works on, in milliseconds; absent: a day. */
  readonly overlap?: number
  /** The end of the new key; absent: that of the old one. */
  readonly expiresOn?: string
}

/** A question whether a user may do an action, and why. */
export interface ExplainCall {
  readonly operation: 'explain'
  readonly token: string | undefined
  readonly model: string
  readonly id?: number
  readonly action: Action
  /** The id or username of another user. */
  readonly user?: string
}

/** A question whether a user may run an action of the application, and why. */
export interface ExplainActionCall {
  readonly operation: 'explainAction'
  readonly token: string | undefined
  /** The full name of the action. */
  readonly action: string
  /** The id or username of another user. */
  readonly user?: string
}

/** A question who the caller is. */
export interface MeCall {
  readonly operation: 'me'
  readonly token: string | undefined
  /** Whether the question does not count as a use of the session. */
  readonly quiet: boolean
  /** Nobody is no failure. */
  readonly optional: boolean
}

/** A change of what callers decide about themselves; null is no choice. */
export interface ChangeMeCall {
  readonly operation: 'changeMe'
  readonly token: string | undefined
  readonly requestId: string
  readonly language?: string | null
  readonly timeZone?: string | null
}

/** Words to find in the records of all models. */
export interface SearchAllCall {
  readonly operation: 'searchAll'
  readonly token: string | undefined
  readonly q: string
}

/** A record that the caller names. */
export interface NamedRecord {
  readonly model: string
  readonly id: number
}

/** What the caller begins with, and the titles of records that they had open. */
export interface HomeCall {
  readonly operation: 'home'
  readonly token: string | undefined
  readonly recent?: readonly NamedRecord[]
  readonly changes?: true
}

/** A call about no one model: about access, the caller's own or that of another user, or about all models. */
export type AccountCall =
  | PasswordCall
  | ConfirmCall
  | EndSessionsCall
  | RotateKeyCall
  | ExplainCall
  | ExplainActionCall
  | MeCall
  | ChangeMeCall
  | SearchAllCall
  | HomeCall
