import { isIP } from 'node:net'
import { toNetworkCheck } from '../request/networks.ts'

/**
 * Whose `X-Forwarded-For` is trusted: nobody's (false), every peer's (true), or that of these addresses and networks.
 */
export type TrustedProxies = boolean | readonly string[]

/** Finds the client's address from the address of the connection's peer and the `X-Forwarded-For` header. */
export type ClientAddress = (peer: string | undefined, forwarded: string | string[] | undefined) => string

/**
 * Returns a function that finds the client's address. A proxy appends the address of its peer to the header. The text
 * before that was in the request already and may be forged. So the header is read from its end, and only as far as
 * trusted proxies wrote it.
 */
export function createClientAddress(trusted: TrustedProxies): ClientAddress {
  const isTrusted = toTrustCheck(trusted)
  return (peer = '', forwarded = '') => {
    if (!isTrusted(peer)) return peer
    const hops = String(forwarded).split(',')
    let address = peer
    while (isTrusted(address)) {
      const before = findAddress(hops.pop() ?? '')
      if (before === undefined) break
      address = before
      if (trusted === true) break
    }
    return address
  }
}

function toTrustCheck(trusted: TrustedProxies): (address: string) => boolean {
  if (typeof trusted === 'boolean') return () => trusted
  return toNetworkCheck(trusted)
}

/** The address in one part of the header; some proxies add a port. */
function findAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^\[(.*)\](:\d+)?$/, '$1')
  const address = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(address) === 0 ? undefined : address
}
