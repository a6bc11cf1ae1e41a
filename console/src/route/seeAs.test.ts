import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listOf } from './ListRoute.ts'
import { parseUrl } from './parseUrl.ts'
import { readAs, withAs } from './seeAs.ts'
import { toUrl } from './toUrl.ts'

describe('an address that is looked at as another user', () => {
  const route = listOf('com.example.Contact', { q: 'a&b', sortBy: ['-name'] })

  it('names the user, and is the same route', () => {
    const same = (user: string) => {
      const address = withAs(toUrl(route), user)
      expect(readAs(address)).toBe(user)
      expect(parseUrl(address)).toEqual(route)
    }
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()),
        same,
      ),
    )
  })

  it('stays the user that it names itself, and is nobody without one', () => {
    expect(withAs('/console/?as=cleo', 'sam')).toBe('/console/?as=cleo')
    expect(withAs('/console/', '')).toBe('/console/')
    expect(readAs('/console/access')).toBe('')
  })
})
