import { SignIns } from '../account/signIn/SignIns.ts'
import type { Database } from '../postgres/Database.ts'
import type { OidcProvider } from '../session/oidc/OidcProvider.ts'
import { clockStatement } from '../statement/service/signIns.ts'
import type { ProcessParts } from './ProcessParts.ts'

/** A difference of clocks that operators should know of, in milliseconds. */
const notableSkew = 5_000

/** Creates the logins at providers of a database. Times are those of its clock. */
export function createSignIns(
  { signIn: { options, origin, createProvider }, settings, log, newToken, now, recorder, encryption }: ProcessParts,
  database: Database,
): SignIns {
  const measureSkew = async () => {
    const [row] = await database.run(clockStatement(), 'read')
    const skew = Number(row?.[0]) - now()
    if (Math.abs(skew) > notableSkew) log.warn({ ms: Math.round(skew) }, 'clock differs')
    return skew
  }
  const parts = { onRequest: recorder.signIns.onRequest, measureSkew, now }
  const providers = new Map<string, OidcProvider>()
  for (const one of options.providers) if (createProvider) providers.set(one.name, createProvider(one, parts))
  return new SignIns({ options, providers, origin, database, limits: settings, log, newToken, encryption })
}
