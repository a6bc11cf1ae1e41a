import { didYouMean } from '../../text/didYouMean.ts'
import { toMilliseconds } from '../../text/duration.ts'
import { isFromEnv } from './fromEnv.ts'
import { isText, isTexts, unknownMembers } from './members.ts'
import type { OidcDeclaration } from './oidc.ts'

const providerMembers = [
  'name',
  'label',
  'issuer',
  'clientId',
  'clientSecret',
  'privateKey',
  'scopes',
  'signUp',
  'linkByEmail',
  'linkBy',
  'roles',
  'clientAuth',
  'algorithms',
  'accessTokens',
  'lifetime',
  'logoutHint',
]
/** Those with a public key. With `HS…` whoever knows the client secret could sign, with `none` everybody. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const nameShape = /^[a-z][a-z0-9-]{0,49}$/
/** The bounds of a session's lifetime, as of the setting, in milliseconds. */
const [minLifetime, maxLifetime] = [1_000, 365 * 86_400_000]
const domainShape = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** The mistakes of a provider. `roles` are the names of the roles that files declare. */
export function checkProvider(provider: OidcDeclaration, roles: readonly string[]): string[] {
  const { name, label, issuer, clientId, scopes, linkByEmail, clientAuth, logoutHint } = provider
  return [
    ...unknownMembers(provider, providerMembers, 'it'),
    ...(nameShape.test(String(name)) ? [] : ['name must be small letters, digits and hyphens, at most 50']),
    ...(label === undefined || isText(label) ? [] : ['label must be a text']),
    ...(isFromEnv(issuer) ? [] : [findIssuerFault(issuer)].filter((fault) => fault !== undefined)),
    ...(isFromEnv(clientId) || isText(clientId) ? [] : ['clientId must be a text, or fromEnv()']),
    ...checkProof(provider),
    ...(scopes === undefined || isTexts(scopes) ? [] : ['scopes must be an array of texts']),
    ...(isTexts(scopes) && scopes.includes('offline_access')
      ? ["scopes must not have offline_access: nothing is done in a user's name without them"]
      : []),
    ...(linkByEmail === undefined || typeof linkByEmail === 'boolean' ? [] : ['linkByEmail must be true or false']),
    ...checkLinkBy(provider),
    ...(clientAuth === undefined || ['post', 'basic'].includes(clientAuth) ? [] : ['clientAuth must be post or basic']),
    ...checkAlgorithms(provider.algorithms),
    ...checkSignUp(provider.signUp, roles),
    ...checkRolesByClaim(provider.roles, roles),
    ...checkAccessTokens(provider.accessTokens, roles),
    ...checkLifetime(provider.lifetime),
    ...(logoutHint === undefined || typeof logoutHint === 'boolean' ? [] : ['logoutHint must be true or false']),
  ]
}

/** What is wrong with an issuer; undefined if nothing is. Only this machine may be reached without TLS. */
export function findIssuerFault(issuer: unknown): string | undefined {
  const url = isText(issuer) && URL.canParse(issuer) ? new URL(issuer) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    return 'issuer must be an address such as https://login.example.com'
  if (isText(issuer) && issuer.length > 255) return 'issuer must have at most 255 characters'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || isHere ? undefined : 'issuer must begin with https://'
}

function checkAlgorithms(given: unknown): string[] {
  if (given === undefined) return []
  if (!isTexts(given) || given.length === 0) return ["algorithms must be an array such as ['RS256']"]
  return given
    .filter((one) => !algorithms.includes(one))
    .map((one) => `algorithms has ${one}, which is not accepted: choose from ${algorithms.join(', ')}`)
}

/** By what the provider knows this service. */
function checkProof({ clientSecret, privateKey, clientAuth }: OidcDeclaration): string[] {
  const given = Object.entries({ clientSecret, privateKey }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ["it needs clientSecret: fromEnv('…'), or privateKey: fromEnv('…')"]
  if (given.length > 1) return ['clientSecret and privateKey exclude each other: keep one of them']
  return [
    ...given
      .filter(([, value]) => !isFromEnv(value))
      .map(([member]) => `${member} must be fromEnv('…'): a secret is in no file of the models`),
    ...(privateKey !== undefined && clientAuth !== undefined
      ? ['clientAuth says how a secret is sent: leave it out with privateKey']
      : []),
  ]
}

/** What names a user once must be one of both: which of two users it is would follow from their order. */
function checkLinkBy({ linkBy, linkByEmail }: OidcDeclaration): string[] {
  if (linkBy === undefined) return []
  if (typeof linkBy !== 'object' || linkBy === null)
    return ["linkBy must be such as { claim: 'oid', to: 'externalId' }"]
  return [
    ...unknownMembers(linkBy, ['claim', 'to'], 'linkBy'),
    ...(isText(linkBy.claim) ? [] : ['linkBy needs the name of a claim, such as oid']),
    ...(linkBy.to === 'externalId' ? [] : ['linkBy.to must be externalId']),
    ...(linkByEmail === true ? ['linkBy and linkByEmail exclude each other: keep one of them'] : []),
  ]
}

function checkLifetime(given: unknown): string[] {
  const time = toMilliseconds(given) ?? 0
  const isFit = given === undefined || (time >= minLifetime && time <= maxLifetime)
  return isFit ? [] : ['lifetime must be a time from 1s to 365d, such as 8h']
}

function checkSignUp(signUp: OidcDeclaration['signUp'], known: readonly string[]): string[] {
  if (signUp === undefined) return []
  const { domains, roles = [] } = signUp
  return [
    ...unknownMembers(signUp, ['domains', 'roles'], 'signUp'),
    ...(isTexts(domains) && domains.length > 0 && domains.every((domain) => domainShape.test(domain))
      ? []
      : ["signUp needs domains in small letters, such as ['example.com']"]),
    ...(isTexts(roles) ? roles.flatMap((role) => checkRole(role, known)) : ['signUp.roles must be names of roles']),
  ]
}

function checkRolesByClaim(given: OidcDeclaration['roles'], known: readonly string[]): string[] {
  if (given === undefined) return []
  const { claim, map = {}, admins = [] } = given
  return [
    ...unknownMembers(given, ['claim', 'map', 'admins'], 'roles'),
    ...(isText(claim) ? [] : ['roles needs the name of a claim, such as groups']),
    ...(isTexts(Object.values(map))
      ? Object.values(map).flatMap((role) => checkRole(role, known))
      : ['roles.map must give names of roles']),
    ...(isTexts(admins) ? [] : ['roles.admins must be an array of groups']),
  ]
}

function checkAccessTokens(given: OidcDeclaration['accessTokens'], known: readonly string[]): string[] {
  if (given === undefined) return []
  const { audience, clients = {} } = given
  const unfit = Object.entries(clients).flatMap(([id, client]) => [
    ...unknownMembers(client, ['roles'], `the client ${id}`),
    ...checkClientRoles(id, client.roles, known),
  ])
  return [
    ...unknownMembers(given, ['audience', 'clients'], 'accessTokens'),
    ...(isFromEnv(audience) || isText(audience)
      ? []
      : ['accessTokens needs an audience, such as https://records.example.com']),
    ...unfit,
  ]
}

/** No role at all would be a client that can do nothing, and might be meant as one that can do everything. */
function checkClientRoles(id: string, roles: unknown, known: readonly string[]): string[] {
  if (roles === undefined) return []
  if (!isTexts(roles) || roles.length === 0) return [`roles of the client ${id} must be names of roles`]
  return roles.flatMap((role) => checkRole(role, known))
}

/** What is wrong with the name of a role. */
export function checkRole(role: string, known: readonly string[]): string[] {
  return known.includes(role) ? [] : [`there is no role ${role} in the files.${didYouMean(role, known)}`]
}
