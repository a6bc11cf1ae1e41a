import type { Field, Lead, Secret, Chosen, Several, Model } from './builtInFields.ts'

/** The service's own models of what people log in with. */
export interface LoginModels {
  readonly 'tabularium.Session': Model<
    'tabularium.Session',
    'agent',
    readonly ['user', 'usedOn', 'agent'],
    {
      readonly user: Lead<'reference', 'tabularium.User', true>
      readonly tokenHash: Secret
      readonly usedOn: Field<'dateTime', string, false>
      readonly agent: Field<'text', string, false>
      readonly method: Chosen<'password' | 'oidc' | 'passkey' | 'token' | 'link'>
      readonly provider: Field<'text', string, false>
      readonly issuer: Field<'text', string, false>
      readonly subject: Field<'text', string, false>
      readonly sid: Field<'text', string, false>
      readonly factors: Several<'password' | 'provider' | 'passkey' | 'totp' | 'recovery'>
      readonly confirmedOn: Field<'dateTime', string, false>
      readonly network: Field<'text', string, false>
      readonly idToken: Secret
      readonly expiresOn: Field<'dateTime', string, false>
      readonly roles: Field<'json', unknown, false>
    }
  >
  readonly 'tabularium.Identity': Model<
    'tabularium.Identity',
    'provider',
    readonly ['user', 'provider', 'createdOn', 'usedOn'],
    {
      readonly user: Lead<'reference', 'tabularium.User', true>
      readonly provider: Field<'text', string, true>
      readonly issuer: Field<'text', string, true>
      readonly subject: Field<'text', string, true>
      readonly usedOn: Field<'dateTime', string, false>
    }
  >
  readonly 'tabularium.Factor': Model<
    'tabularium.Factor',
    'name',
    readonly ['user', 'kind', 'name', 'createdOn', 'usedOn'],
    {
      readonly user: Lead<'reference', 'tabularium.User', true>
      readonly kind: Chosen<'totp'>
      readonly name: Field<'text', string, false>
      readonly secret: Secret
      readonly lastStep: Field<'integer', number, false>
      readonly usedOn: Field<'dateTime', string, false>
    }
  >
}
