import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinAddress, longestAddress, splitAddress } from './longAddress.ts'
import { listOf } from './ListRoute.ts'
import { parseUrl } from './parseUrl.ts'
import { toUrl } from './toUrl.ts'

const criteria = (length: number) => JSON.stringify({ fieldName: 'name', operator: '=', value: 'é'.repeat(length) })

describe('an address that is too long', () => {
  it('is split into one that is short enough and its criteria, and joined again', () => {
    const isSame = (length: number, q: string) => {
      const route = listOf('a.B', { where: criteria(length), q, sortBy: ['-name'] })
      const whole = toUrl(route)
      const { address, where } = splitAddress(whole)
      expect(address.length).toBeLessThanOrEqual(longestAddress)
      expect(parseUrl(joinAddress(address, where))).toEqual(route)
      expect(where === undefined).toBe(whole.length <= longestAddress)
    }
    fc.assert(fc.property(fc.integer({ min: 0, max: 3_000 }), fc.string({ maxLength: 50 }), isSame))
  })

  it('stands for criteria that nobody kept', () => {
    const { address } = splitAddress(toUrl(listOf('a.B', { where: criteria(3_000) })))
    expect(parseUrl(joinAddress(address, undefined))).toMatchObject({ where: '~' })
    expect(joinAddress('/console/r/a.B?where=%7B%7D', '{"or":[]}')).toBe('/console/r/a.B?where=%7B%7D')
  })
})
