import type { Deadline } from '../deadline.ts'
import type { Models } from '../model/Models.ts'
import type { Proof } from './Proof.ts'
import { Rights } from './Rights.ts'

/**
 * That somebody may do what they asked for, as far as their rights go, and how a statement makes sure that it still
 * holds.
 */
export interface Grant {
  /** Null where the service itself acts. */
  readonly userId: number | null
  readonly rights: Rights
  /** Undefined where the service itself acts. */
  readonly proof: Proof | undefined
  /** That of the request; absent where the service itself acts. */
  readonly deadline?: Deadline
}

/** That of the service itself, which may do everything. */
export function serviceGrant(models: Models): Grant {
  return { userId: null, rights: new Rights('', [], true, models), proof: undefined }
}
