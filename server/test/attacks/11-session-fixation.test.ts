import { describe, expect, it } from 'vitest'
import { admin, Client, cookieOf, type Reply } from '../harness/client.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const planted = 'P'.repeat(43)
const path = `/ws/rest/${Contact}`

function stranger(): Client {
  return new Client(stage.service.url)
}

/** Checks that an answer has nothing of the planted value. */
function expectNoEcho(reply: Reply): void {
  expect(JSON.stringify([reply.headers, reply.text])).not.toContain(planted)
}

describe('a planted cookie', () => {
  it.each([
    ['alone', `session=${planted}`],
    ['twice', `session=${planted}; session=${planted}`],
    ['among others', `a=b; session=${planted}; c=d`],
    ['in quotes', `session="${planted}"`],
    ['under the name that https has', `__Host-session=${planted}`],
    ['with attributes', `session=${planted}; Path=/; Domain=evil.example`],
    ['with a line end that is none', `session=${planted}%0d%0aSet-Cookie:%20session=${planted}`],
  ])('is not taken over by a login (%s)', async (_, cookie) => {
    const reply = await stranger().exchange('POST', '/callback', { body: admin, cookie })
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']).toEqual([expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly/)])
    expectNoEcho(reply)
    expect(shown(await stranger().exchange('GET', path, { cookie }))).toEqual(refusal('session-required'))
  })

  it.each<[string, string, string, unknown]>([
    ['a refused login', 'POST', '/callback', { ...admin, password: 'wrong-horse-battery' }],
    ['a record', 'GET', path, undefined],
    ['a path that is not there', 'GET', '/nothing', undefined],
    ['logout', 'GET', '/logout', undefined],
  ])('is never sent back (%s)', async (_, method, target, body) => {
    const reply = await stranger().exchange(method, target, { body, cookie: `session=${planted}` })
    expectNoEcho(reply)
    if (target !== '/logout') expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('cannot be sent in any other way than the cookie', async () => {
    const { cookie = '' } = stage.client
    const token = cookie.split('=')[1] ?? ''
    expect((await stage.client.find(Contact)).status).toBe(200)
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { 'x-session': token },
      { 'x-auth-token': token },
      { 'set-cookie': cookie },
      { cookie2: cookie },
    ])
      expect(shown(await stranger().exchange('GET', path, { headers }))).toEqual(refusal('session-required'))
    for (const target of [
      `${path}?session=${token}`,
      `${path};session=${token}`,
      `/ws/rest;session=${token}/${Contact}`,
    ])
      expect([400, 401, 404]).toContain((await stranger().exchange('GET', target)).status)
  })
})

describe('a planted session of another user', () => {
  it('stays theirs: a login starts another session, and the two are independent', async () => {
    const attacker = stranger()
    await attacker.login()
    const theirs = attacker.cookie ?? ''
    const reply = await stranger().exchange('POST', '/callback', { body: admin, cookie: theirs })
    const own = cookieOf(reply)
    expect(own).not.toBe(theirs)
    const victim = stranger()
    victim.cookie = own
    expect((await victim.exchange('GET', '/logout')).status).toBe(200)
    expect(shown(await victim.find(Contact))).toEqual(refusal('session-required'))
    expect((await attacker.find(Contact)).status).toBe(200)
  })

  it('every login has its own token of 256 independent bits', async () => {
    const cookies = new Set<string>()
    for (let n = 0; n < 20; n++) cookies.add(cookieOf(await stranger().exchange('POST', '/callback', { body: admin })))
    expect(cookies.size).toBe(20)
    const tokens = [...cookies].map((cookie) => Buffer.from(cookie.split('=')[1] ?? '', 'base64url'))
    expect(tokens.every((token) => token.length === 32)).toBe(true)
    expect(new Set(tokens.map((token) => token.subarray(0, 8).toString('hex'))).size).toBe(20)
  })
})
