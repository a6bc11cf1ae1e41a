import type { LinkByClaim, OidcDeclaration, RolesByClaim } from './oidc.ts'

/** Marks declarations made by `signIn()`, in any copy of this package. */
const mark = Symbol.for('tabularium.signIn')

/**
 * Who may log in with a password: all, those whose user is not tied to a provider, or the administrators whom `user add
 * --break-glass` has made.
 */
export const passwordChoices = ['all', 'local', 'break-glass'] as const
export type PasswordChoice = (typeof passwordChoices)[number]

/** How people log in. */
export interface SignInDeclaration {
  /** The providers in the order of their buttons; none if absent. */
  readonly providers?: readonly OidcDeclaration[]
  /** Who may log in with a password; `all` if absent. */
  readonly passwords?: PasswordChoice
  /** What a directory manages by SCIM besides users. */
  readonly scim?: ScimDeclaration
}

/** What a directory manages by SCIM. */
export interface ScimDeclaration {
  /** The role of each group, by the group's name in the directory. Their members are the same. */
  readonly groups: Readonly<Record<string, string>>
}

/** Declares how people log in. One file of the folder may do it. */
export function signIn(declaration: SignInDeclaration): SignInDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isSignInDeclaration(value: unknown): value is SignInDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** A declaration of a provider or of sign-in with the file that makes it. */
export interface LoadedSignIn {
  readonly file: string
  readonly declaration: SignInDeclaration | OidcDeclaration
}

/** Access tokens with the values that the environment gives. */
export interface AccessTokenOptions {
  readonly audience: string
  /** By the id of the client; undefined: every client, with all roles of the user. */
  readonly clients?: ReadonlyMap<string, ClientOptions>
}

/** What a client may do with its tokens. */
export interface ClientOptions {
  /** The names of the only roles that count; null: all of the user. */
  readonly roles: readonly string[] | null
}

/** A provider with the values that the environment gives. */
export interface ProviderOptions {
  readonly name: string
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Absent: there is a private key. */
  readonly clientSecret?: string
  readonly privateKey?: string
  readonly scopes: readonly string[]
  readonly signUp?: { readonly domains: readonly string[]; readonly roles: readonly string[] }
  readonly linkByEmail: boolean
  readonly linkBy?: LinkByClaim
  readonly roles?: Required<RolesByClaim>
  readonly clientAuth: 'post' | 'basic'
  readonly algorithms: readonly string[]
  readonly accessTokens?: AccessTokenOptions
  /** How long a session lives at most after a login, in milliseconds. */
  readonly lifetime?: number
  readonly logoutHint?: boolean
}

/** How people log in, with the values that the environment gives. */
export interface SignInOptions {
  readonly providers: readonly ProviderOptions[]
  readonly passwords: PasswordChoice
  /** Absent: no group gives a role by SCIM. */
  readonly scim?: ScimDeclaration
}

/** Without a declaration, people log in with passwords alone. */
export const passwordsOnly: SignInOptions = { providers: [], passwords: 'all' }
