import { describe, expect, it } from 'vitest'
import { sessionCookie } from './cookie.ts'
import { findToken } from './findToken.ts'

const token = 'a'.repeat(43)
const key = `tab_${'b'.repeat(46)}`
const accessToken = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'

function find(authorization: string | undefined, cookie?: string): string | undefined {
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...(cookie ? { cookie } : {}) }
  return findToken(headers, sessionCookie(false))
}

describe('findToken', () => {
  it.each([
    ['neither', undefined, undefined, undefined],
    ['a cookie alone', undefined, `session=${token}`, token],
    ['a key alone', `Bearer ${key}`, undefined, key],
    ['a key, whatever the case of the scheme', `bEARER ${key}`, undefined, key],
    ['a key between spaces', `Bearer   ${key}\t `, undefined, key],
    ['an access token and a cookie', `Bearer ${accessToken}`, `session=${token}`, accessToken],
    ['a key and a cookie', `Bearer ${key}`, `session=${token}`, key],
  ])('finds %s', (_, authorization, cookie, found) => {
    expect(find(authorization, cookie)).toBe(found)
  })

  it.each([
    'Bearer',
    'bearer',
    'Bearer ',
    'bearer   ',
    'Bearer\t',
    'Bearer x',
    'Bearer x y',
    'Bearer =',
    'Bearer TAB_x',
    'Bearer eyJ',
    'Bearer eyJ.x',
    'Bearer eyJ.x.y.z',
    `Bearer eyJ${'x'.repeat(8_192)}.y.z`,
    `Bearer\t${key}`,
    `Bearer \t ${key}`,
  ])('ignores the cookie next to %j', (authorization) => {
    expect(find(authorization, `session=${token}`)).toBe('')
  })

  it.each(['', 'Basic YTpi', 'Bear', 'BearerX', 'Bearer-x y', 'Digest Bearer'])(
    'finds the cookie next to %j, which is another scheme',
    (authorization) => {
      expect(find(authorization, `session=${token}`)).toBe(token)
    },
  )
})
