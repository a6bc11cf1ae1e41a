import { BlockList, isIP } from 'node:net'

/** The IPv4 networks that are not of the public internet: of this machine, private, link-local (metadata), reserved. */
const closedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** The IPv6 addresses of the public internet. All others are closed: mapped and translated IPv4 addresses, too. */
const globalIPv6 = ['2000::/3']

/** Networks among them that carry an IPv4 address inside, or belong to nobody. */
const closedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Decides which addresses the service may connect to on behalf of its users. */
export class AddressCheck {
  readonly #opened: BlockList
  readonly #closed = toList([...closedIPv4, ...closedIPv6])
  readonly #global = toList(globalIPv6)

  /** `opened` are addresses and networks that the operator allows, such as `10.1.0.0/16`. */
  constructor(opened: readonly string[]) {
    this.#opened = toList(opened)
  }

  /** Whether the operator allows the address by name. */
  isOpened(address: string): boolean {
    return this.#opened.check(address, familyOf(address))
  }

  /** Whether nothing may be sent to the address. What is not an address is closed. */
  isClosed(address: string): boolean {
    const version = isIP(address)
    if (version === 0) return true
    if (this.isOpened(address)) return false
    const isPublic = version === 4 || this.#global.check(address, 'ipv6')
    return !isPublic || this.#closed.check(address, familyOf(address))
  }
}

function toList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = familyOf(address)
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
