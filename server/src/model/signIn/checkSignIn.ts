import { didYouMean } from '../../text/didYouMean.ts'
import type { Mistake } from '../checkModels.ts'
import { isFromEnv } from './fromEnv.ts'
import { isOidcDeclaration, type OidcDeclaration } from './oidc.ts'
import { isSignInDeclaration, type LoadedSignIn, passwordChoices, type SignInDeclaration } from './signIn.ts'

const signInMembers = ['providers', 'passwords']
const providerMembers = [
  'name',
  'label',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'signUp',
  'linkByEmail',
  'roles',
  'clientAuth',
  'algorithms',
]
/** Those with a public key. With `HS…` whoever knows the client secret could sign, with `none` everybody. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const nameShape = /^[a-z][a-z0-9-]{0,49}$/
const domainShape = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** The mistakes in how people log in. `roles` are the names of the roles that files declare. */
export function checkSignIn(loaded: readonly LoadedSignIn[], roles: readonly string[]): Mistake[] {
  const all = loaded.flatMap(({ file, declaration }) =>
    isSignInDeclaration(declaration) ? [{ file, declaration }] : [],
  )
  const [first, ...others] = all
  const used = new Set<unknown>(Array.isArray(first?.declaration.providers) ? first.declaration.providers : [])
  const unused = loaded.filter(({ declaration }) => isOidcDeclaration(declaration) && !used.has(declaration))
  return [
    ...others.map(({ file }) => ({
      file,
      message: `signIn is declared in ${first?.file} as well: keep one of the two`,
    })),
    ...unused.map(({ file }) => ({
      file,
      message: 'this provider is not among the providers of signIn: add it there',
    })),
    ...(first ? checkDeclaration(first.declaration, roles).map((message) => ({ file: first.file, message })) : []),
  ]
}

function checkDeclaration(declaration: SignInDeclaration, roles: readonly string[]): string[] {
  const { providers, passwords = 'all' } = declaration
  const messages = unknownMembers(declaration, signInMembers, 'signIn')
  if (!passwordChoices.includes(passwords)) messages.push(`passwords must be one of ${passwordChoices.join(', ')}`)
  if (!Array.isArray(providers) || !providers.every(isOidcDeclaration))
    return [...messages, 'providers must be an array of declarations made by oidc()']
  const names = providers.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) < index)
  return [
    ...messages,
    ...repeated.map((name) => `two providers have the name ${name}: give each its own`),
    ...providers.flatMap((provider) =>
      checkProvider(provider, roles).map((message) => `provider ${String(provider.name)}: ${message}`),
    ),
    ...checkOwners(providers),
  ]
}

function checkProvider(provider: OidcDeclaration, roles: readonly string[]): string[] {
  const { name, label, issuer, clientId, clientSecret, scopes, linkByEmail, clientAuth } = provider
  return [
    ...unknownMembers(provider, providerMembers, 'it'),
    ...(nameShape.test(String(name)) ? [] : ['name must be small letters, digits and hyphens, at most 50']),
    ...(label === undefined || isText(label) ? [] : ['label must be a text']),
    ...(isFromEnv(issuer) ? [] : [findIssuerFault(issuer)].filter((fault) => fault !== undefined)),
    ...(isFromEnv(clientId) || isText(clientId) ? [] : ['clientId must be a text, or fromEnv()']),
    ...(isFromEnv(clientSecret) ? [] : ["clientSecret must be fromEnv('…'): a secret is in no file of the models"]),
    ...(scopes === undefined || isTexts(scopes) ? [] : ['scopes must be an array of texts']),
    ...(isTexts(scopes) && scopes.includes('offline_access')
      ? ["scopes must not have offline_access: nothing is done in a user's name without them"]
      : []),
    ...(linkByEmail === undefined || typeof linkByEmail === 'boolean' ? [] : ['linkByEmail must be true or false']),
    ...(clientAuth === undefined || ['post', 'basic'].includes(clientAuth) ? [] : ['clientAuth must be post or basic']),
    ...checkAlgorithms(provider.algorithms),
    ...checkSignUp(provider.signUp, roles),
    ...checkRolesByClaim(provider.roles, roles),
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

function checkRole(role: string, known: readonly string[]): string[] {
  return known.includes(role) ? [] : [`there is no role ${role} in the files.${didYouMean(role, known)}`]
}

/** The members of a role have one owner: two providers would take it from each other's people. */
function checkOwners(providers: readonly OidcDeclaration[]): string[] {
  const owners = new Map<string, string>()
  return providers.flatMap(({ name, roles }) =>
    [...new Set(Object.values(roles?.map ?? {}))].flatMap((role) => {
      const owner = owners.get(role)
      owners.set(role, name)
      return owner === undefined
        ? []
        : [`the role ${role} has two owners, ${owner} and ${name}: let one of them give it`]
    }),
  )
}

function unknownMembers(given: object, known: readonly string[], what: string): string[] {
  return Object.keys(given)
    .filter((member) => !known.includes(member))
    .map((member) => `${what} has no member "${member}".${didYouMean(member, known)}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}
