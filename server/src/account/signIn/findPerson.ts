import { createHash } from 'node:crypto'
import { isEmail } from '../../model/field/textFormats.ts'
import type { ProviderOptions } from '../../model/signIn/signIn.ts'
import { type Claims, isStorable } from '../../session/oidc/verifyIdToken.ts'
import type { PossibleUser } from '../../statement/service/identities.ts'
import type { RefusalReason } from './loginRefused.ts'

/** What makes it sure that a user is the person: the address that both have, or the id in the directory. */
export type Proof = { readonly email: string } | { readonly externalId: string }

/** What a first login comes to: the user whom it is tied to, a new one, or why neither. */
export type FirstLogin =
  | { readonly tie: PossibleUser; readonly by: Proof }
  | { readonly create: true; readonly email: string }
  | { readonly refused: RefusalReason }

/** The address in the claims as it would be stored; undefined if there is none that can be. */
export function emailOf({ all }: Claims): string | undefined {
  const { email } = all
  if (typeof email !== 'string' || email.includes('\0')) return undefined
  const tidied = email.trim().toLowerCase()
  return tidied.length <= 254 && isEmail(tidied) ? tidied : undefined
}

/** The id in the directory that the claims say; undefined if there is none that can be stored. */
export function externalIdOf({ all }: Claims, linkBy: ProviderOptions['linkBy']): string | undefined {
  const given: unknown = linkBy && Object.hasOwn(all, linkBy.claim) ? all[linkBy.claim] : undefined
  return isStorable(given) ? given : undefined
}

/** The users who may be a person whose login is tied to nobody. */
export interface PossibleUsers {
  /** Those who have the address: two at most. */
  readonly holders: readonly PossibleUser[]
  /** The one whom the directory made under the id that the claims say. */
  readonly made: PossibleUser | null
}

/**
 * Decides who a person is whose login is tied to nobody. The id in the directory names the user whom the directory has
 * made: nobody else writes it. An address names somebody only if the provider has verified it
 * (`true`, and nothing like it), it is verified here, one user alone has it, and that user is no administrator and not
 * tied to somebody else: otherwise whoever could get an address at the provider, or write one here, could be anybody.
 */
export function findPerson(
  claims: Claims,
  { holders, made }: PossibleUsers,
  { signUp, linkByEmail, linkBy }: Pick<ProviderOptions, 'signUp' | 'linkByEmail' | 'linkBy'>,
): FirstLogin {
  if (linkBy) {
    const externalId = externalIdOf(claims, linkBy)
    if (externalId === undefined) return { refused: 'claims-missing' }
    if (made) return toTie(made, externalId)
  }
  if (!signUp && !linkByEmail) return { refused: 'no-account' }
  const email = emailOf(claims)
  if (email === undefined) return { refused: 'claims-missing' }
  if (claims.all['email_verified'] !== true) return { refused: 'email-not-verified' }
  const [holder, other] = holders
  if (holder) {
    const { admin, disabled, verified, tied } = holder
    const isSure = linkByEmail && !other && verified && !admin && !disabled && !tied
    return isSure ? { tie: holder, by: { email } } : { refused: 'not-linked' }
  }
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return signUp?.domains.includes(domain) ? { create: true, email } : { refused: 'no-account' }
}

function toTie(made: PossibleUser, externalId: string): FirstLogin {
  const { admin, disabled, tied } = made
  if (disabled) return { refused: 'account-disabled' }
  return admin || tied ? { refused: 'not-linked' } : { tie: made, by: { externalId } }
}

const usernameShape = /^[a-z0-9][a-z0-9._@+-]*$/

/** The usernames for a new user, the best first. */
export function toUsernames(email: string, issuer: string, subject: string): string[] {
  const digits = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 8)
  if (!usernameShape.test(email) || email.length > 90) return [`user-${digits}`]
  return [email, `${email}-${digits}`]
}

/** The name for people in the claims; null if there is none that can be stored. */
export function nameOf({ all }: Claims): string | null {
  const { name } = all
  const isFit = typeof name === 'string' && name !== '' && Array.from(name).length <= 200
  return isFit && name.isWellFormed() && !/[\0\r\n]/.test(name) ? name : null
}

/** The roles that claims give, and whether the person is an administrator. */
export interface WantedRoles {
  /** Every role that the provider gives to somebody. */
  readonly mapped: readonly string[]
  /** Those of the person. */
  readonly wanted: readonly string[]
  /** Null if the provider does not say who is an administrator. */
  readonly admin: boolean | null
  /** Whether the claim was missing or had another form: then it gives nothing. */
  readonly isMissing: boolean
}

/** Reads the groups of a person. The claim can name nothing but keys of the map, whatever its text. */
export function toWantedRoles({ all }: Claims, roles: ProviderOptions['roles']): WantedRoles | undefined {
  if (!roles) return undefined
  const { claim, map, admins } = roles
  const given: unknown = Object.hasOwn(all, claim) ? all[claim] : undefined
  const groups = new Set<unknown>(Array.isArray(given) ? given : [])
  const entries = Object.entries(map)
  return {
    mapped: [...new Set(entries.map(([, role]) => role))].sort(),
    wanted: [...new Set(entries.filter(([group]) => groups.has(group)).map(([, role]) => role))].sort(),
    admin: admins.length === 0 ? null : admins.some((group) => groups.has(group)),
    isMissing: !Array.isArray(given),
  }
}
