import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from './harness/client.ts'
import { addressOf, oldPassword, useLinks } from './harness/useLinks.ts'

const stage = useLinks({ publicUrl: 'http://127.0.0.1:8080', trustProxy: '127.0.0.1', loginRate: '10000' })
let client: Client

beforeAll(() => {
  client = new Client(stage.service.url)
})
afterAll(() => client.close())

const logIn = (username: string, address: string, password = oldPassword) =>
  client.exchange('POST', '/callback', {
    cookie: null,
    body: { username, password },
    headers: { 'x-forwarded-for': address },
  })

/** The networks that mails to a user have told of, in the order of their arrival. */
async function toldTo(username: string): Promise<string[]> {
  await stage.settle()
  const own = stage.mails.arrived.filter(({ to }) => to === addressOf(username))
  return own.flatMap(({ text }) => /from a network that is new for it: (\S+)\. This/.exec(text)?.[1] ?? [])
}

describe('a login from a network that is new for the account', () => {
  it('is told by mail, once for each network, and the first login is not', async () => {
    await stage.person('nora')
    expect((await logIn('nora', '192.0.2.1')).status).toBe(200)
    expect(await toldTo('nora')).toEqual([])
    await logIn('nora', '192.0.2.1')
    // A neighbour of the address, as a provider gives it the next day.
    await logIn('nora', '192.0.2.77')
    expect(await toldTo('nora')).toEqual([])
    await logIn('nora', '198.51.100.7')
    expect(await toldTo('nora')).toEqual(['198.51.100.7'])
    await logIn('nora', '198.51.100.7')
    await logIn('nora', '2001:db8:1:2::5')
    await logIn('nora', '2001:db8:1:2::6')
    await logIn('nora', '2001:db8:1:3::6')
    expect(await toldTo('nora')).toEqual(['198.51.100.7', '2001:db8:1:2::/64', '2001:db8:1:3::/64'])
  })

  it('is told once if it happens twice at once', async () => {
    await stage.person('olga')
    await logIn('olga', '192.0.2.1')
    await Promise.all(Array.from({ length: 5 }, () => logIn('olga', '198.51.100.7')))
    expect(await toldTo('olga')).toEqual(['198.51.100.7'])
  })

  it('is not told if it was refused, and the network stays new', async () => {
    await stage.person('pia')
    await logIn('pia', '192.0.2.1')
    expect((await logIn('pia', '198.51.100.7', 'wrong wrong wrong')).status).toBe(401)
    expect(await toldTo('pia')).toEqual([])
    await logIn('pia', '198.51.100.7')
    expect(await toldTo('pia')).toEqual(['198.51.100.7'])
  })

  it('is told to verified addresses alone', async () => {
    await stage.person('rosa', { emailVerifiedOn: null })
    await logIn('rosa', '192.0.2.1')
    await logIn('rosa', '198.51.100.7')
    expect(await toldTo('rosa')).toEqual([])
  })

  it('is not told long after, when nobody has sent mails meanwhile', async () => {
    await stage.person('sina')
    await logIn('sina', '192.0.2.1')
    await stage.settle()
    await logIn('sina', '198.51.100.7')
    await stage.database.query(`update tabularium.sign_ins set at = at - interval '25 hours' where not compared`)
    expect(await toldTo('sina')).toEqual([])
    expect(await stage.database.query('select from tabularium.sign_ins where not compared')).toEqual([])
  })
})
