import { requireValue } from '../../failure/invariant.ts'
import { toMilliseconds } from '../../text/duration.ts'
import { type FromEnv, isFromEnv } from './fromEnv.ts'
import type { AccessTokens, OidcDeclaration } from './oidc.ts'
import type { AccessTokenOptions, ProviderOptions, SignInDeclaration, SignInOptions } from './signIn.ts'

/** What was found, and the variables that are not set. */
export interface ResolvedSignIn {
  readonly options: SignInOptions
  readonly missing: readonly string[]
}

/** Takes the values of `fromEnv` from `find`, which returns undefined for a variable that is not set. */
export function resolveSignIn(
  { providers = [], passwords = 'all', scim }: SignInDeclaration,
  find: (variable: string) => string | undefined,
): ResolvedSignIn {
  const missing: string[] = []
  const read = (value: string | FromEnv): string => {
    if (!isFromEnv(value)) return value
    const found = find(value.variable) ?? value.fallback
    if (found === undefined) missing.push(value.variable)
    return found ?? ''
  }
  const known = providers.map((one) => toProvider(one, read))
  return { options: { providers: known, passwords, ...(scim ? { scim } : {}) }, missing }
}

function toProvider(
  { name, label = name, signUp, roles, accessTokens, linkBy, lifetime, ...declared }: OidcDeclaration,
  read: (value: string | FromEnv) => string,
): ProviderOptions {
  return {
    name,
    label,
    issuer: read(declared.issuer),
    clientId: read(declared.clientId),
    ...(declared.clientSecret ? { clientSecret: read(declared.clientSecret) } : {}),
    ...(declared.privateKey ? { privateKey: read(declared.privateKey) } : {}),
    scopes: ['openid', ...(declared.scopes ?? ['email', 'profile']).filter((scope) => scope !== 'openid')],
    linkByEmail: declared.linkByEmail ?? false,
    clientAuth: declared.clientAuth ?? 'post',
    algorithms: declared.algorithms ?? ['RS256'],
    ...(signUp ? { signUp: { domains: signUp.domains, roles: signUp.roles ?? [] } } : {}),
    ...(accessTokens ? { accessTokens: toAccessTokens(accessTokens, read) } : {}),
    ...(linkBy ? { linkBy } : {}),
    ...(declared.logoutHint ? { logoutHint: true } : {}),
    ...(lifetime === undefined ? {} : { lifetime: requireValue(toMilliseconds(lifetime), 'A lifetime') }),
    ...(roles ? { roles: { claim: roles.claim, map: roles.map ?? {}, admins: roles.admins ?? [] } } : {}),
  }
}

function toAccessTokens(
  { audience, clients }: AccessTokens,
  read: (value: string | FromEnv) => string,
): AccessTokenOptions {
  const known = Object.entries(clients ?? {}).map(([id, { roles = null }]) => [id, { roles }] as const)
  return { audience: read(audience), ...(clients ? { clients: new Map(known) } : {}) }
}
