import type { Credential } from '../permission/Credential.ts'

/** Who makes a call, as known at the moment of the credential. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  /** Their rules, as members of a JSON array without its brackets. */
  readonly rules: string
  readonly credential: Credential
}
