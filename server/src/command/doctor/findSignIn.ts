import { passwordsOnly, type SignInDeclaration, type SignInOptions } from '../../model/signIn/signIn.ts'
import { parseSettings, SettingsMistakes } from '../../settings/parseSettings.ts'
import { variableOf } from '../../settings/table.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { toSignIn } from '../toSignIn.ts'
import type { Finding } from './Finding.ts'

/** How people log in with the environment of this command, or why that cannot be told. */
export function findSignIn(
  declared: SignInDeclaration | undefined,
  databaseUrl: string,
  context: Pick<Context, 'env'>,
): { readonly signIn: SignInOptions; readonly findings: readonly Finding[] } {
  const { env } = context
  if (!declared && env[variableOf('oidcIssuer')] === undefined) return { signIn: passwordsOnly, findings: [] }
  try {
    // Where the service listens, and its keys, are its own business.
    const { host: _host, encryptionKeys: _keys, ...known } = parseSettings('config', { flags: { databaseUrl }, env })
    return { signIn: toSignIn(declared, known, context), findings: [] }
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof SettingsMistakes)) throw error
    const why = 'They were not tried, and the service does not start with this environment.'
    const advice = ['Run doctor with the variables of the service, such as those of secrets.']
    return { signIn: passwordsOnly, findings: [{ check: 'providers', what: error.message, why, advice }] }
  }
}
