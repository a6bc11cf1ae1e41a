import { describe, expect, it } from 'vitest'
import { checkSignIn } from './checkSignIn.ts'
import { fromEnv } from './fromEnv.ts'
import { oidc } from './oidc.ts'
import { type SignInDeclaration, signIn } from './signIn.ts'

const right = {
  name: 'company',
  issuer: 'https://login.example.com',
  clientId: 'tabularium',
  clientSecret: fromEnv('COMPANY_SECRET'),
}

/** The mistakes of a provider with other members, which may have any value, as JavaScript lets people write it. */
function mistakesOf(more: object): string[] {
  const provider = oidc({ ...right, ...more })
  const access = signIn({ providers: [provider] })
  const loaded = [provider, access].map((declaration) => ({ file: 'signIn.ts', declaration }))
  return checkSignIn(loaded, ['readers', 'writers']).map(({ message }) => message)
}

describe('a provider', () => {
  it('that is right has no mistakes', () => {
    expect(mistakesOf({})).toEqual([])
    const clients = { agent: {}, reader: { roles: ['readers'] } }
    expect(mistakesOf({ accessTokens: { audience: fromEnv('PUBLIC_URL'), clients } })).toEqual([])
    expect(mistakesOf({ linkBy: { claim: 'oid', to: 'externalId' }, linkByEmail: false, lifetime: '8h' })).toEqual([])
    expect(
      mistakesOf({ signUp: { domains: ['example.com'] }, roles: { claim: 'groups', map: { a: 'readers' } } }),
    ).toEqual([])
  })

  it.each<[string, object, string]>([
    ['an unknown member', { secret: 'x' }, 'it has no member "secret"'],
    ['a name with capitals', { name: 'Company' }, 'name must be small letters'],
    ['an issuer without https', { issuer: 'http://login.example.com' }, 'issuer must begin with https://'],
    ['a secret in the file', { clientSecret: 'x' }, 'a secret is in no file of the models'],
    ['a key in the file', { clientSecret: undefined, privateKey: 'x' }, 'privateKey must be fromEnv'],
    ['a secret and a key', { privateKey: fromEnv('KEY') }, 'clientSecret and privateKey exclude each other'],
    ['neither a secret nor a key', { clientSecret: undefined }, 'it needs clientSecret: fromEnv'],
    [
      'a way to send a secret that it has not',
      { clientSecret: undefined, privateKey: fromEnv('KEY'), clientAuth: 'basic' },
      'clientAuth says how a secret is sent',
    ],
    ['a scope for later', { scopes: ['offline_access'] }, 'must not have offline_access'],
    ['no signature', { algorithms: ['none'] }, 'algorithms has none'],
    ['a shared secret as the key', { algorithms: ['HS256'] }, 'algorithms has HS256'],
    ['an unknown role', { signUp: { domains: ['example.com'], roles: ['reader'] } }, 'Did you mean "readers"?'],
    ['a link by a name', { linkBy: { claim: 'oid', to: 'username' } }, 'linkBy.to must be externalId'],
    ['a link without a claim', { linkBy: { to: 'externalId' } }, 'linkBy needs the name of a claim'],
    ['a link that is none', { linkBy: 'oid' }, 'linkBy must be such as'],
    ['an unknown member of linkBy', { linkBy: { claim: 'oid', to: 'externalId', by: 1 } }, 'linkBy has no member "by"'],
    [
      'links by two',
      { linkBy: { claim: 'oid', to: 'externalId' }, linkByEmail: true },
      'linkBy and linkByEmail exclude each other',
    ],
    ['a lifetime without a unit', { lifetime: '8' }, 'lifetime must be a time from 1s to 365d'],
    ['a lifetime of a number', { lifetime: 8 }, 'lifetime must be a time from 1s to 365d'],
    ['a lifetime of nothing', { lifetime: '0h' }, 'lifetime must be a time from 1s to 365d'],
    ['a hint that is a word', { logoutHint: 'yes' }, 'logoutHint must be true or false'],
    ['access tokens for nobody', { accessTokens: {} }, 'accessTokens needs an audience'],
    ['an unknown member of access tokens', { accessTokens: { audience: 'x', client: {} } }, 'Did you mean "clients"?'],
    ['a client without roles', { accessTokens: { audience: 'x', clients: { a: { roles: [] } } } }, 'names of roles'],
    [
      'a client with an unknown role',
      { accessTokens: { audience: 'x', clients: { a: { roles: ['x'] } } } },
      'no role x',
    ],
    [
      'a client with more',
      { accessTokens: { audience: 'x', clients: { a: { writes: 'none' } } } },
      'the client a has no',
    ],
  ])('with %s is refused', (_, more, message) => {
    expect(mistakesOf(more)).toEqual([expect.stringContaining(message)])
  })
})

const roles = ['sales', 'stock']
const provider = oidc({
  name: 'company',
  issuer: 'https://login.example.com',
  clientId: 'records',
  clientSecret: fromEnv('SECRET'),
  roles: { claim: 'groups', map: { sellers: 'sales' } },
})

/** The mistakes in a declaration, beside that of its provider. */
function mistakesIn(declaration: SignInDeclaration): string[] {
  const loaded = [...(declaration.providers ?? []), signIn(declaration)]
  return checkSignIn(
    loaded.map((one) => ({ file: 'signIn.ts', declaration: one })),
    roles,
  ).map(({ message }) => message)
}

describe('the groups of SCIM', () => {
  it('give declared roles, with or without providers', () => {
    expect(mistakesIn({ scim: { groups: { 'Tab Sales': 'sales', 'Tab Stock': 'stock' } } })).toEqual([])
    expect(mistakesIn({ providers: [provider], scim: { groups: { 'Tab Stock': 'stock' } } })).toEqual([])
  })

  it.each([
    [{ groups: { 'Tab Sales': 'sale' } }, 'there is no role sale in the files. Did you mean "sales"?'],
    [{ groups: { A: 'sales', B: 'sales' } }, 'scim.groups gives the role sales to two groups: keep one of them'],
    [
      { groups: { Sales: 'sales', SALES: 'stock' } },
      'scim.groups has the group "sales" twice, or without a name: capitals do not matter',
    ],
    [{ groups: { '': 'sales' } }, 'scim.groups has the group "" twice, or without a name: capitals do not matter'],
    [{ groups: { A: 5 } }, 'scim.groups must give the names of roles by the names of groups'],
    [{}, 'scim.groups must give the names of roles by the names of groups'],
    [{ groups: {}, roles: {} }, 'scim has no member "roles".'],
  ])('%j: %s', (scim, message) => {
    expect(mistakesIn({ scim: scim as never })).toEqual([message])
  })

  it('have roles of their own: a role has one owner', () => {
    const scim = { groups: { 'Tab Sales': 'sales' } }
    expect(mistakesIn({ providers: [provider], scim })).toEqual([
      'the role sales has two owners, SCIM and company: let one of them give it',
    ])
  })
})
