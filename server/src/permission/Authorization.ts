import type { Deadline } from '../deadline.ts'
import type { Models } from '../model/Models.ts'
import type { Credential } from './Credential.ts'
import { Rights } from './Rights.ts'

/**
 * That somebody may do what they asked for, as far as their rights go, and how a statement makes sure that it still
 * holds.
 */
export interface Authorization {
  /** Null where the service itself acts. */
  readonly userId: number | null
  readonly rights: Rights
  /** Undefined where the service itself acts. */
  readonly credential: Credential | undefined
  /** That of the request; absent where the service itself acts. */
  readonly deadline?: Deadline
}

/** That of the service itself, which may do everything. */
export function serviceAuthorization(models: Models): Authorization {
  return { userId: null, rights: new Rights('', [], true, models), credential: undefined }
}
