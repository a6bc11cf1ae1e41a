import type { SignInOptions } from '../../model/signIn/signIn.ts'
import { RatePerSecond } from '../signIn/RatePerSecond.ts'

/** The most requests of one key that a process answers in a second. Entra ID sends up to 25. */
const scimRate = 100

/** A group of the directory, and the role whose members are its members. */
export interface MappedGroup {
  readonly name: string
  readonly role: string
}

/** What SCIM needs besides the services of all writes. */
export interface Scim {
  readonly groups: readonly MappedGroup[]
  /** The address of this service's SCIM. It never comes from a request. */
  readonly base: string
  /** Bounds the requests of each key. */
  readonly rate: RatePerSecond
}

/** Makes what SCIM needs, from how people log in. */
export function createScim({
  options: { scim },
  origin,
}: {
  readonly options: SignInOptions
  readonly origin: string
}): Scim {
  const groups = Object.entries(scim?.groups ?? {}).map(([name, role]) => ({ name, role }))
  return { groups, base: `${origin}/scim/v2`, rate: new RatePerSecond(scimRate) }
}
