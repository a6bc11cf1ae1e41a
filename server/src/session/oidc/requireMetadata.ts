import type { Configuration } from 'openid-client'
import { ProviderAway } from './boundedFetch.ts'

/** The address of the keys. The issuer is compared to the letter: one with a placeholder is everybody's. */
export function requireMetadata(configuration: Configuration, issuer: string): URL {
  const metadata = configuration.serverMetadata()
  if (metadata.issuer !== issuer) throw new ProviderAway(`its metadata is of the issuer ${metadata.issuer}`)
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = metadata
  if (![authorization, token, keys].every((address) => isAllowedAddress(address, issuer)))
    throw new ProviderAway('its metadata lacks an address with https')
  return new URL(keys ?? '')
}

/** Whether an address of the metadata is encrypted; plain http is for a provider on this machine. */
export function isAllowedAddress(address: string | undefined, issuer: string): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  return address.startsWith('https:') || (issuer.startsWith('http:') && address.startsWith('http:'))
}
