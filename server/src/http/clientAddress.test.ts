import { describe, expect, test } from 'vitest'
import { createClientAddress, type TrustedProxies } from './clientAddress.ts'

const client = '203.0.113.7'
const proxy = '10.0.0.5'

function addressOf(trusted: TrustedProxies, peer: string | undefined, forwarded?: string | string[]): string {
  return createClientAddress(trusted)(peer, forwarded)
}

describe('X-Forwarded-For', () => {
  test.each<[string, TrustedProxies, string, string | string[] | undefined, string]>([
    ['is ignored if no proxy is trusted', false, proxy, client, proxy],
    ['is ignored from a peer that is not on the list', [proxy], '10.0.0.6', client, '10.0.0.6'],
    ['is ignored from a peer that only looks like one on the list', ['10.0.0.5'], '10.0.0.50', client, '10.0.0.50'],
    ['is trusted from a peer on the list', [proxy], proxy, client, client],
    ['is trusted from a network on the list', ['10.0.0.0/8'], proxy, client, client],
    ['is trusted from IPv4 inside IPv6', ['10.0.0.0/8'], `::ffff:${proxy}`, client, client],
    ['is trusted from an IPv6 network', ['2001:db8::/32'], '2001:db8::5', client, client],
    ['is trusted from every peer if the setting is true', true, proxy, client, client],
    ['may be absent', [proxy], proxy, undefined, proxy],
    ['may be empty', true, proxy, '', proxy],
    ['counts from its end: the client wrote the rest', [proxy], proxy, `1.1.1.1, 2.2.2.2, ${client}`, client],
    ['counts from its end if every peer is trusted', true, proxy, `1.1.1.1, 2.2.2.2, ${client}`, client],
    ['goes back over proxies on the list', ['10.0.0.0/8'], proxy, `1.1.1.1, ${client}, 10.9.9.9`, client],
    ['goes back only one step if every peer is trusted', true, proxy, `${client}, 10.9.9.9`, '10.9.9.9'],
    ['may contain only proxies', ['10.0.0.0/8'], proxy, '10.0.0.7, 10.0.0.6', '10.0.0.7'],
    ['may be several headers', [proxy], proxy, ['1.1.1.1', client], client],
    ['may carry a port', [proxy], proxy, `${client}:5678`, client],
    ['may carry an IPv6 address', [proxy], proxy, '2001:db8::1', '2001:db8::1'],
    ['may carry an IPv6 address with a port', [proxy], proxy, '[2001:db8::1]:5678', '2001:db8::1'],
    ['gives the proxy if it contains no address', [proxy], proxy, `${client}, unknown`, proxy],
    ['gives the proxy if it ends with a comma', [proxy], proxy, `${client},`, proxy],
    ['gives the proxy if the address is invalid', [proxy], proxy, '999.0.0.1', proxy],
  ])('%s', (_, trusted, peer, forwarded, expected) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(expected)
  })

  test('a peer without an address gives an empty address', () => {
    expect(addressOf([proxy], undefined, client)).toBe('')
    expect(addressOf(false, undefined, client)).toBe('')
  })
})
