import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether a text is an address, or a network such as `192.0.2.0/24` or `2001:db8::/32`. */
export function isNetwork(given: string): boolean {
  const [address = '', length, ...others] = given.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || others.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

/**
 * Returns a check whether an address is in one of some networks. IPv4 inside IPv6 is IPv4. What is no network has no
 * addresses, and what is no address is in none.
 */
export function toNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks.filter(isNetwork)) {
    const [address = '', length] = network.split('/')
    if (length === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(length), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
