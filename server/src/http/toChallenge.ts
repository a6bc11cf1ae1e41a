import { resourcePath } from '../call/resourcePath.ts'

/**
 * What a refusal with 401 asks for. Browsers show a password prompt of their own if the scheme is Basic or Digest, but
 * not for Bearer. If access tokens of providers are taken, it says where programs find these.
 */
export function toChallenge(origin: string, takesTokens: boolean): string {
  const known = takesTokens ? `, resource_metadata="${origin}${resourcePath}"` : ''
  return `Bearer realm="tabularium"${known}`
}
