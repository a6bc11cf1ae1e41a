import type { AnyModels, Client } from '@tabularium/client'
import type { BegunTotp, Factors } from './Factors.ts'
import type { Service } from './Service.ts'

/** What the console asks about one's own second factors. */
export function createFactorsService(
  client: Client<AnyModels>,
): Pick<Service, 'factors' | 'beginTotp' | 'confirmTotp' | 'renewRecovery'> {
  const codesOf = async (path: string, body: object) => {
    const { data } = await client.request('POST', path, { body })
    return (data[0] as { readonly recovery: readonly string[] }).recovery
  }
  return {
    factors: async (signal) => (await client.request('GET', '/ws/factors', { signal })).data[0] as Factors,
    beginTotp: async () => (await client.request('POST', '/ws/factors/totp', { body: {} })).data[0] as BegunTotp,
    confirmTotp: (code, name) => codesOf('/ws/factors/totp/confirm', { code, ...(name === '' ? {} : { name }) }),
    renewRecovery: () => codesOf('/ws/factors/recovery', {}),
  }
}
