import { describe, expect, it } from 'vitest'
import { isNetwork, toNetworkCheck } from './networks.ts'

describe('networks', () => {
  it.each(['192.0.2.0/24', '192.0.2.7', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])('%s', (text) =>
    expect(isNetwork(text)).toBe(true),
  )

  it.each([
    '',
    '192.0.2.0/33',
    '192.0.2/24',
    '2001:db8::/129',
    '192.0.2.0/24/8',
    '10.0.0.0/-1',
    'fe80::1%eth0',
    'host',
  ])('refuses %j', (text) => expect(isNetwork(text)).toBe(false))

  it('has the addresses of both families, and IPv4 inside IPv6', () => {
    const isIn = toNetworkCheck(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7', 'nothing'])
    const inside = ['192.0.2.0', '192.0.2.255', '198.51.100.7', '2001:db8::1', '::ffff:192.0.2.1']
    const outside = ['192.0.3.0', '198.51.100.8', '2001:db9::1', '::ffff:192.0.3.1', '', 'nothing', '::1']
    expect([...inside, ...outside].filter(isIn)).toEqual(inside)
  })
})
