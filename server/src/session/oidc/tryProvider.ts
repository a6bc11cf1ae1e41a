import type { ProviderOptions } from '../../model/signIn/signIn.ts'
import { createBoundedFetch, ProviderAway } from './boundedFetch.ts'
import { LoginRefused } from './LoginRefused.ts'
import { OidcProvider, type ProviderParts } from './OidcProvider.ts'
import { tolerance } from './tokenTimes.ts'

/** What was tried of a provider, and what came of it: `unknown` if it cannot be told from here. */
export interface TriedPart {
  readonly part: 'discovery' | 'keys' | 'clock' | 'client' | 'redirect' | 'logout'
  readonly result: 'ok' | 'failed' | 'unknown'
  readonly says: string
}

/** How long the provider may take to answer a browser, in milliseconds. */
const patience = 5_000

/**
 * Tries what a login needs of a provider, without a person: its metadata and keys, the clocks, whether it knows this
 * service by its secret, and whether it leads browsers back. Nothing that it answers is kept.
 */
export async function tryProvider(
  options: ProviderOptions,
  origin: string | undefined,
  parts: Pick<ProviderParts, 'measureSkew' | 'now'>,
): Promise<TriedPart[]> {
  const provider = new OidcProvider(options, parts)
  const found = await provider.check().catch((error: unknown) => toReason(error))
  if (typeof found === 'string') return [{ part: 'discovery', result: 'failed', says: found }]
  const redirectUri = origin && `${origin}/login/oidc/${options.name}/callback`
  return [
    { part: 'discovery', result: 'ok', says: `the metadata are those of ${options.issuer}` },
    ...(await tryKeys(options, found.jwks_uri ?? '', parts)),
    await tryClient(provider, redirectUri),
    await tryRedirect(provider, redirectUri),
    found['backchannel_logout_supported'] === true
      ? { part: 'logout', result: 'ok', says: 'it can tell logouts (back-channel)' }
      : { part: 'logout', result: 'unknown', says: 'it tells no logouts: SCIM or lifetime end sessions' },
  ]
}

/** The keys that can sign for the declared algorithms; and the clocks, by the answer's date. */
async function tryKeys(
  { name, algorithms }: ProviderOptions,
  url: string,
  { measureSkew, now }: Pick<ProviderParts, 'measureSkew' | 'now'>,
): Promise<TriedPart[]> {
  try {
    const response = await createBoundedFetch(name, 'keys', undefined)(url, {})
    const seconds = Math.abs(Date.parse(response.headers.get('date') ?? '') - now() - (await measureSkew())) / 1_000
    const read: unknown = await response.json()
    const keys = read instanceof Object && 'keys' in read && Array.isArray(read.keys) ? (read.keys as unknown[]) : []
    const fit = keys.filter((key) => algorithms.some((alg) => mayVerify(key, alg)))
    const says = `${fit.length} of ${keys.length} can verify ${algorithms.join(', ')}`
    return [{ part: 'keys', result: fit.length > 0 ? 'ok' : 'failed', says }, toClock(seconds)]
  } catch (error) {
    return [{ part: 'keys', result: 'failed', says: toReason(error) }]
  }
}

/** The date of an answer is whole seconds, and took some time to arrive. */
function toClock(seconds: number): TriedPart {
  if (Number.isNaN(seconds)) return { part: 'clock', result: 'unknown', says: 'it does not say the time' }
  const result = seconds <= tolerance ? 'ok' : 'failed'
  return { part: 'clock', result, says: `${Math.round(seconds)} s from the database; ${tolerance} s are tolerated` }
}

const typesOfKeys = { RS: 'RSA', PS: 'RSA', ES: 'EC', Ed: 'OKP' } as const

function mayVerify(key: unknown, alg: string): boolean {
  if (!(key instanceof Object) || !('kty' in key)) return false
  if ('use' in key && key.use !== 'sig') return false
  if ('alg' in key && key.alg !== alg) return false
  return Object.entries(typesOfKeys).some(([start, type]) => alg.startsWith(start) && key.kty === type)
}

/** A code that nobody was given: a provider that knows the client refuses the code, and another one the client. */
async function tryClient(provider: OidcProvider, redirectUri: string | undefined): Promise<TriedPart> {
  if (redirectUri === undefined) return withoutAddress('client')
  const checks = { state: 'doctor', nonce: 'doctor', verifier: 'd'.repeat(43) }
  const { issuer } = provider.options
  const query = new URLSearchParams({ code: 'doctor', state: 'doctor', iss: issuer }).toString()
  const callback = new URL(`${redirectUri}?${query}`)
  const error: unknown = await provider.exchange(callback, checks).catch((caught: unknown) => caught)
  const said = error instanceof LoginRefused ? error.message : toReason(error)
  if (said === 'invalid_grant') return { part: 'client', result: 'ok', says: 'it knows this service' }
  const isRefused = ['invalid_client', 'unauthorized_client', 'challenge'].includes(said)
  if (isRefused) return { part: 'client', result: 'failed', says: `it refuses the id or the secret: ${said}` }
  return { part: 'client', result: 'unknown', says: `it answered ${said}` }
}

/** With `prompt=none` a provider leads straight back, but only to an address that it knows. */
async function tryRedirect(provider: OidcProvider, redirectUri: string | undefined): Promise<TriedPart> {
  if (redirectUri === undefined) return withoutAddress('redirect')
  const checks = { state: 'doctor', nonce: 'doctor', verifier: 'd'.repeat(43) }
  const url = new URL(await provider.toAuthorizationUrl(redirectUri, checks))
  url.searchParams.set('prompt', 'none')
  const signal = AbortSignal.timeout(patience)
  const answer = await fetch(url, { redirect: 'manual', signal }).catch((error: unknown) => toReason(error))
  if (typeof answer === 'string') return { part: 'redirect', result: 'failed', says: answer }
  await answer.body?.cancel()
  const location = answer.headers.get('location')
  if (location?.startsWith(`${redirectUri}?`))
    return { part: 'redirect', result: 'ok', says: `it knows ${redirectUri}` }
  if (answer.status >= 400 && answer.status < 500)
    return { part: 'redirect', result: 'failed', says: `it answers ${answer.status}: does it know ${redirectUri}?` }
  return { part: 'redirect', result: 'unknown', says: `it answers ${answer.status}, and does not lead back at once` }
}

function withoutAddress(part: TriedPart['part']): TriedPart {
  return { part, result: 'unknown', says: 'publicUrl is not set here' }
}

function toReason(error: unknown): string {
  if (error instanceof ProviderAway) {
    const { cause } = error
    return cause instanceof Error ? `${error.message} (${cause.message})` : error.message
  }
  return error instanceof Error ? error.message : 'an unknown error'
}
