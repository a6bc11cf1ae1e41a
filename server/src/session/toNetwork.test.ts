import { expect, test } from 'vitest'
import { toNetwork } from './toNetwork.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::203.0.113.7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['somewhere', 'somewhere'],
])('%j is counted under %j', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

test('the next /64 is another network', () => {
  expect(toNetwork('2001:db8:1:2:ffff:ffff:ffff:ffff')).not.toBe(toNetwork('2001:db8:1:3::'))
})
