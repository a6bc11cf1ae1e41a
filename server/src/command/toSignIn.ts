import { readFileSync } from 'node:fs'
import { findIssuerFault } from '../model/signIn/checkProvider.ts'
import { resolveSignIn } from '../model/signIn/resolveSignIn.ts'
import { passwordsOnly, type SignInDeclaration, type SignInOptions } from '../model/signIn/signIn.ts'
import { readClientKey } from '../session/oidc/readClientKey.ts'
import { isLoopback } from '../settings/checkCombinations.ts'
import type { Settings } from '../settings/Settings.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'

type SignInSettings = Pick<Settings, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcLabel'>

/** How people log in: as files declare it, with the values of the environment, or by the provider of the settings. */
export function toSignIn(
  declared: SignInDeclaration | undefined,
  settings: SignInSettings & Partial<Pick<Settings, 'publicUrl' | 'host' | 'sessionLifetime' | 'encryptionKeys'>>,
  { env }: Pick<Context, 'env'>,
): SignInOptions {
  const options = declared ? resolve(declared, env) : fromSettings(settings)
  const faults = options.providers.flatMap(({ name, issuer, privateKey }) =>
    [findIssuerFault(issuer), privateKey === undefined ? undefined : findKeyFault(privateKey)]
      .filter((fault) => fault !== undefined)
      .map((fault) => `provider ${name}: ${fault}`),
  )
  const { publicUrl, host, encryptionKeys, sessionLifetime = Number.POSITIVE_INFINITY } = settings
  for (const { name, lifetime = 0, logoutHint } of options.providers) {
    if (lifetime > sessionLifetime)
      faults.push(`provider ${name}: lifetime is longer than --session-lifetime, which ends the session before`)
    if (logoutHint && host !== undefined && encryptionKeys === undefined)
      faults.push(`provider ${name}: logoutHint needs TABULARIUM_ENCRYPTION_KEYS, by which ID tokens are kept`)
  }
  // Providers lead browsers back to an address that they know: it never comes from a request.
  if (options.providers.length > 0 && publicUrl === undefined && host !== undefined && !isLoopback(host))
    faults.push('providers need --public-url, the address to which they lead browsers back')
  if (faults.length > 0) throw new CommandFailure('usage', `Logins at providers are wrong:\n  ${faults.join('\n  ')}`)
  return options
}

function findKeyFault(privateKey: string): string | undefined {
  try {
    readClientKey(privateKey)
  } catch (error) {
    return `privateKey ${error instanceof Error ? error.message : 'cannot be read'}`
  }
  return undefined
}

function resolve(declared: SignInDeclaration, env: Context['env']): SignInOptions {
  const { options, missing } = resolveSignIn(declared, (variable) => find(variable, env))
  if (missing.length === 0) return options
  const names = missing.map((name) => `${name} or ${name}_FILE`).join(', ')
  throw new CommandFailure('usage', `Variables of logins at providers are not set: ${names}.`)
}

/** The value of a variable, or the text of the file that the variable with `_FILE` names. */
function find(variable: string, env: Context['env']): string | undefined {
  const file = env[`${variable}_FILE`]
  if (env[variable] !== undefined || file === undefined) return env[variable]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new CommandFailure('usage', `The file that ${variable}_FILE names cannot be read.`)
  }
}

function fromSettings({
  oidcIssuer,
  oidcClientId = '',
  oidcClientSecret = '',
  oidcLabel,
}: SignInSettings): SignInOptions {
  if (oidcIssuer === undefined) return passwordsOnly
  const provider = {
    name: 'sso',
    label: oidcLabel,
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    scopes: ['openid', 'email', 'profile'],
    linkByEmail: false,
    clientAuth: 'post',
    algorithms: ['RS256'],
  } as const
  return { providers: [provider], passwords: 'all' }
}
