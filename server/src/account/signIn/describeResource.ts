import { Failure } from '../../failure/failure.ts'
import type { SignInOptions } from '../../model/signIn/signIn.ts'

/** What programs read to find the providers that have access tokens for this service (RFC 9728). */
export function describeResource({
  options: { providers },
  origin,
}: {
  readonly options: SignInOptions
  readonly origin: string
}): object {
  const issuers = new Set(providers.flatMap(({ issuer, accessTokens }) => (accessTokens ? [issuer] : [])))
  if (issuers.size === 0) throw new Failure('unknown-path', 'No access tokens of providers are taken here.')
  return { resource: origin, authorization_servers: [...issuers], bearer_methods_supported: ['header'] }
}
