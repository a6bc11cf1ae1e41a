import { isFromEnv } from '../../model/signIn/fromEnv.ts'
import type { OidcDeclaration } from '../../model/signIn/oidc.ts'
import type { SignInDeclaration } from '../../model/signIn/signIn.ts'
import type { Context } from '../Context.ts'

/** A member of a declaration as `config print` shows it: like a setting, without a flag. */
export interface ShownDeclaration {
  /** Such as `signIn.company.issuer`. */
  readonly name: string
  /** Null if it is unset; a secret is masked. */
  readonly value: string | null
  readonly origin: 'file' | 'environment' | 'default' | 'unset'
  /** The variable that gives it; null if the file does. */
  readonly variable: string | null
}

/** What the environment gives is not shown of these, whether it is there or not. */
const secrets = ['clientSecret', 'privateKey']

/** How people log in, as files declare it, with the values of the environment. Secrets are masked. */
export function describeSignIn(
  { providers = [], ...others }: SignInDeclaration,
  { env }: Pick<Context, 'env'>,
): ShownDeclaration[] {
  return [
    ...providers.flatMap((provider) => describe(`signIn.${provider.name}`, provider)),
    ...describe('signIn', others),
  ]

  function describe(start: string, members: Partial<OidcDeclaration> | object): ShownDeclaration[] {
    return Object.entries(members)
      .filter(([member, value]) => member !== 'name' && value !== undefined)
      .map(([member, value]: [string, unknown]) => {
        const name = `${start}.${member}`
        if (!isFromEnv(value)) return { name, value: toText(value), origin: 'file', variable: null } as const
        const isSecret = secrets.includes(member)
        const { variable, fallback } = value
        const given = env[variable] ?? (env[`${variable}_FILE`] === undefined ? undefined : '(a file)')
        const shown = given ?? fallback ?? null
        const origin = given !== undefined ? 'environment' : fallback !== undefined ? 'default' : 'unset'
        const used = env[variable] === undefined && given !== undefined ? `${variable}_FILE` : variable
        return { name, value: isSecret && shown !== null ? '***' : shown, origin, variable: used } as const
      })
  }
}

/** Values of the environment within others, such as the audience of access tokens, are shown by their variable. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_, one: unknown) => (isFromEnv(one) ? `fromEnv('${one.variable}')` : one))
}
