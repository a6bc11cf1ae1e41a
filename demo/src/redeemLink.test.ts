import { expect, test } from 'vitest'
import { toLinkReply } from './redeemLink.ts'

const locationOf = async (redeem: Parameters<typeof toLinkReply>[1]) =>
  (await toLinkReply('x', redeem)).headers?.location

test('a used link and one whose login failed lead to the login page, which says so of the first', async () => {
  expect(await locationOf(async () => undefined)).toBe('/console/login?link=used')
  expect(await locationOf(() => Promise.reject(new Error('The service is busy.')))).toBe('/console/login')
  expect(await locationOf(async () => ({ cookie: 'session=x', to: '/console/' }))).toBe('/console/')
})
