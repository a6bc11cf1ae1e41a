import { beforeEach, expect, test } from 'vitest'
import { createLoginLink, type LoginLink } from './createLoginLink.ts'

const minute = 60_000
const session = { cookie: 'session=x', to: '/console/' }
let now = 0
let begun = 0
let link: LoginLink

beforeEach(() => {
  now = begun = 0
  const begin = async () => {
    begun++
    return session
  }
  link = createLoginLink({ token: new Uint8Array(32).fill(7), now: () => now, begin })
})

test('it logs in once, also if two ask at the same time', async () => {
  expect(link.token).toHaveLength(43)
  now = 10 * minute
  expect(await Promise.all([link.redeem(link.token), link.redeem(link.token)])).toEqual([session, undefined])
  expect(await link.redeem(link.token)).toBeUndefined()
  expect(begun).toBe(1)
})

test.each([
  ['throws', () => Promise.reject(new Error('The service is busy.'))],
  ['is refused', async () => undefined],
])('a login that %s does not use it up', async (_, fail) => {
  const logins = [fail, async () => session]
  link = createLoginLink({
    token: new Uint8Array(32).fill(7),
    now: () => now,
    begin: () => logins.shift()?.() ?? fail(),
  })
  // The second asks while the first is under way.
  const [first, second] = await Promise.allSettled([link.redeem(link.token), link.redeem(link.token)])
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  expect(await link.redeem(link.token)).toEqual(session)
  expect(await link.redeem(link.token)).toBeUndefined()
})

test('it ends after ten minutes', async () => {
  now = 10 * minute + 1
  expect(await link.redeem(link.token)).toBeUndefined()
  expect(begun).toBe(0)
})

test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(10_000)])(
  'another token is refused and uses nothing up: %.20s',
  async (token) => {
    expect(await link.redeem(token)).toBeUndefined()
    expect(await link.redeem(link.token)).toEqual(session)
  },
)
