import { fromEnv, oidc, signIn } from 'tabularium'

// Declarations of logins take their members and no others. The compiler runs these tests.

const own = {
  name: 'company',
  issuer: fromEnv('COMPANY_ISSUER', 'https://login.example.com'),
  clientId: 'tabularium',
  clientSecret: fromEnv('COMPANY_SECRET'),
}

const byId = oidc({ ...own, linkBy: { claim: 'oid', to: 'externalId' }, lifetime: '8h' })
// @ts-expect-error A user is found by the id of the directory, and never by a name that people choose.
oidc({ ...own, linkBy: { claim: 'preferred_username', to: 'username' } })
// @ts-expect-error A lifetime has a unit.
oidc({ ...own, lifetime: 8 })

signIn({ providers: [byId], passwords: 'local' })
// @ts-expect-error There is no such choice.
signIn({ providers: [byId], passwords: 'none' })
