import type { PasswordChoice } from '../model/signIn/signIn.ts'

/** How long sessions are valid, in milliseconds. */
export interface Lifetimes {
  readonly idle: number
  readonly lifetime: number
}

/** What an API key is limited to besides roles. Whatever is not a list there lists nothing. */
export interface KeyLimits {
  /** `none`: it only reads. */
  readonly writes: 'all' | 'none'
  /** The models and actions that it may use, as rules name them; null: all. */
  readonly models: readonly string[] | null
  /** The networks that it is used from; null: all. */
  readonly networks: readonly string[] | null
}

/** What limits a program that a provider has given an access token. */
export interface ClientLimits {
  /** The names of the only roles that count; null: all of the user. */
  readonly roles: readonly string[] | null
}

/** How the user of a session confirms that it is them. */
export interface ConfirmOptions {
  /** How long a confirmation counts, in milliseconds. */
  readonly within: number
  /** Who may confirm with a password: those who may log in with one. */
  readonly passwordUse: PasswordChoice
}

/**
 * The session or API key of a caller, and the state of all rights when it was looked up. A statement checks that both
 * still hold.
 */
export interface Credential {
  /** The id of the session or the API key. */
  readonly id: number
  /** SHA-256 of the session's token or of the API key, in hex. */
  readonly hash: string
  readonly isKey: boolean
  /** The key is for SCIM: what it may do follows from the protocol and from no rules. Absent for all others. */
  readonly scope?: 'scim'
  /** Administrators do not depend on rules: the statement checks that the user still is one. */
  readonly isAdmin: boolean
  readonly revision: string
  /** The generation of the database in which it was looked up: revisions can be compared only within one. */
  readonly generation: number
  /** The caller's rules, as members of a JSON array without its brackets. */
  readonly rules: string
  readonly times: Lifetimes
  readonly confirm: ConfirmOptions
  /** Absent for sessions, and for keys that are limited to roles at most. */
  readonly limits?: KeyLimits
  /** The session is that of an access token, which a program holds; absent for all others. */
  readonly client?: ClientLimits
  /**
   * The id of the user as whom an administrator reads. Then the statement checks both: that the credential is still an
   * administrator's, and that no rights have changed.
   */
  readonly seenAs?: number
}

/** Whether a program holds the credential, by an API key or an access token: it must not do what a person alone may. */
export function isOfProgram({ isKey, client }: Pick<Credential, 'isKey' | 'client'>): boolean {
  return isKey || client !== undefined
}
