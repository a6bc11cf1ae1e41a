import type { FromEnv } from './fromEnv.ts'

/** Marks declarations made by `oidc()`, in any copy of this package. */
const mark = Symbol.for('tabularium.oidc')

/** A provider of OpenID Connect with which people log in. */
export interface OidcDeclaration {
  /** It is part of addresses, of the journal and of metrics: small letters, digits and hyphens. */
  readonly name: string
  /** Its name for people, on the button; the name if absent. */
  readonly label?: string
  /** Its issuer, to the letter as its metadata says it. */
  readonly issuer: string | FromEnv
  readonly clientId: string | FromEnv
  /** The secret that the provider knows this service by; or `privateKey`. */
  readonly clientSecret?: FromEnv
  /** A private key that signs who this service is (`private_key_jwt`): PEM, or a JWK. */
  readonly privateKey?: FromEnv
  /** What is asked for besides `openid`: `email` and `profile` if absent. */
  readonly scopes?: readonly string[]
  /** Whose first login creates a user: people with a verified address in one of these domains. Nobody if absent. */
  readonly signUp?: { readonly domains: readonly string[]; readonly roles?: readonly string[] }
  /** Whether a verified address ties the login to the one user who has it, verified here too. */
  readonly linkByEmail?: boolean
  /** The claim that names users whom a directory made by SCIM; in place of `linkByEmail`. */
  readonly linkBy?: LinkByClaim
  /** The claim whose groups give roles, and take them, at each login. */
  readonly roles?: RolesByClaim
  /** How the secret is sent to the token endpoint; `post` if absent. */
  readonly clientAuth?: 'post' | 'basic'
  /** The algorithms that tokens may be signed with; `RS256` if absent. */
  readonly algorithms?: readonly string[]
  /** The access tokens of the provider that programs may send instead of API keys; none if absent. */
  readonly accessTokens?: AccessTokens
  /** How long a session lives at most after a login here, such as `8h`; by `sessionLifetime` alone if absent. */
  readonly lifetime?: string
  /** Whether the provider wants the ID token back when somebody logs out there; it is kept encrypted. */
  readonly logoutHint?: boolean
}

/** A claim whose text is the id of a user in the directory, such as `oid` of Entra ID. */
export interface LinkByClaim {
  readonly claim: string
  /** The field of the user that has the same text. */
  readonly to: 'externalId'
}

/** Access tokens (JWT, RFC 9068) that are credentials. */
export interface AccessTokens {
  /** What their `aud` must name: the public address of the service, or the name that the provider has for it. */
  readonly audience: string | FromEnv
  /** The clients whose tokens are taken, with the only roles that count for each; all clients if absent. */
  readonly clients?: Readonly<Record<string, { readonly roles?: readonly string[] }>>
}

/** Roles, and perhaps administrators, that follow from the groups in a claim. */
export interface RolesByClaim {
  readonly claim: string
  /** The role that each group gives. */
  readonly map?: Readonly<Record<string, string>>
  /** The groups whose members are administrators. */
  readonly admins?: readonly string[]
}

/** Declares a provider of OpenID Connect. `signIn` says which of them are used. */
export function oidc(declaration: OidcDeclaration): OidcDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isOidcDeclaration(value: unknown): value is OidcDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}
