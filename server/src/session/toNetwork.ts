import { isIPv6 } from 'node:net'

/**
 * Returns the network that an address is counted under. A client with one IPv6 address has the whole /64 around it, so
 * a /64 counts as one network. IPv4 inside IPv6 counts as IPv4: otherwise all of IPv4 would be one network.
 */
export function toNetwork(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const groups = toGroups(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return toIPv4(groups.slice(6))
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** Returns the eight numbers of an IPv6 address in any notation. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [parseGroups(head), parseGroups(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => (group.includes('.') ? parseDotted(group) : [Number.parseInt(group, 16)]))
}

function parseDotted(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function toIPv4(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.')
}
