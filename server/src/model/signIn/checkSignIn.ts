import type { Mistake } from '../checkModels.ts'
import { checkProvider, checkRole } from './checkProvider.ts'
import { isTexts, unknownMembers } from './members.ts'
import { isOidcDeclaration, type OidcDeclaration } from './oidc.ts'
import { isSignInDeclaration, type LoadedSignIn, passwordChoices, type SignInDeclaration } from './signIn.ts'

const signInMembers = ['providers', 'passwords', 'scim']

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
  const { providers = [], passwords = 'all', scim } = declaration
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
    ...checkGroups(scim, roles),
    ...checkOwners(providers, scim),
  ]
}

/** A group and its role are one and the same for a directory, so no two groups have one role. */
function checkGroups(scim: SignInDeclaration['scim'], known: readonly string[]): string[] {
  if (scim === undefined) return []
  const { groups } = scim
  const unknown = unknownMembers(scim, ['groups'], 'scim')
  if (typeof groups !== 'object' || groups === null || !isTexts(Object.values(groups)))
    return [...unknown, 'scim.groups must give the names of roles by the names of groups']
  const [names, given] = [Object.keys(groups).map((name) => name.toLowerCase()), Object.values(groups)]
  return [
    ...unknown,
    ...given.flatMap((role) => checkRole(role, known)),
    ...names
      .filter((name, index) => name === '' || names.indexOf(name) < index)
      .map((name) => `scim.groups has the group "${name}" twice, or without a name: capitals do not matter`),
    ...given
      .filter((role, index) => given.indexOf(role) < index)
      .map((role) => `scim.groups gives the role ${role} to two groups: keep one of them`),
  ]
}

/** The members of a role have one owner: two would take it from each other's people. */
function checkOwners(providers: readonly OidcDeclaration[], scim: SignInDeclaration['scim']): string[] {
  const owners = new Map<string, string>(Object.values(scim?.groups ?? {}).map((role) => [role, 'SCIM']))
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
