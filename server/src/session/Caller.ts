import type { Credential } from '../permission/Credential.ts'

/** The user who makes a call, as of the look-up of the credential. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  /** The language that the user has chosen; null if none. */
  readonly language: string | null
  /** The user's rules, as members of a JSON array without its brackets. */
  readonly rules: string
  readonly credential: Credential
  /** The API key is limited to roles of which its user does not have all. */
  readonly lacksRoles?: true
  /** Whether the API key is used from one of its networks; absent: from wherever it is. */
  readonly isFrom?: (address: string) => boolean
  /** The administrator who reads as this user; absent if users act for themselves. */
  readonly seenBy?: { readonly userId: number; readonly username: string }
}
