import { describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from './harness/client.ts'
import { scrape } from './harness/metrics.ts'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, expectRefused, useProviders } from './harness/oidc/useProviders.ts'
import { clientOf, Identity, makeRole, makeUser, Role, User } from './harness/people.ts'
import { until } from './harness/poll.ts'

const stage = useProviders({
  signUp: { domains: ['example.com'], roles: [] },
  linkByEmail: true,
  roles: { claim: 'groups', map: { clerks: 'clerk' }, admins: ['admins'] },
})
const verified = '2026-01-01T00:00:00.000Z'

/** Logs in as a person. */
async function logIn(subject: string, claims: object, to?: string) {
  stage.company.is(subject, claims)
  const browser = new Browser()
  return { browser, answer: await browser.logIn(stage.origin, 'company', to) }
}

async function rolesOf(id: number): Promise<string[]> {
  const record = recordOf(await stage.client.exchange('GET', `/ws/rest/${User}/${id}?fields=roles.name`))
  return (record['roles'] as { name: string }[]).map(({ name }) => name).sort()
}

describe('a login at a provider', () => {
  it('is offered by its name alone', async () => {
    const { text } = await new Browser().open(`${stage.origin}/login/methods`)
    const providers = [
      { name: 'company', label: 'Example Corp' },
      { name: 'liar', label: 'Liar' },
    ]
    expect(JSON.parse(text)).toEqual({
      status: 0,
      data: [{ password: true, passwords: 'all', forgotten: false, providers }],
    })
  })

  it('begins with PKCE, state and nonce, and a cookie that ties it to the browser', async () => {
    const answer = await new Browser().open(`${stage.origin}/login/oidc/company`)
    const asked = Object.fromEntries(new URL(answer.location ?? '').searchParams)
    expect(answer.status).toBe(303)
    expect(answer.location?.startsWith(stage.company.issuer)).toBe(true)
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${stage.origin}/login/oidc/company/callback`,
      scope: 'openid email profile groups',
    })
    for (const drawn of ['state', 'nonce', 'code_challenge']) expect(asked[drawn]).toHaveLength(43)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect([answer.text, answer.headers.get('content-type')]).toEqual(['', null])
  })

  it('of an allowed domain creates a user, who is led to where they wanted', async () => {
    const claims = { email: 'Nora@Example.com', email_verified: true, name: 'Nora New' }
    const { browser, answer } = await logIn('nora', claims, '/console/com.example.contacts.Contact?q=a')
    expect(answer.sent).toBe('/console/com.example.contacts.Contact?q=a')
    const me = await expectIn(browser, stage, answer)
    expect(me).toMatchObject({ username: 'nora@example.com', name: 'Nora New', admin: false })
    expect(me.session).toMatchObject({ method: 'oidc', provider: 'company', factors: ['provider'] })
    expect(browser.cookieFor(stage.origin)).not.toContain('login=')
    const [{ id } = { id: 0 }] = recordsOf(await stage.client.find(Identity))
    const identity = recordOf(await stage.client.read(Identity, id))
    expect(identity).toMatchObject({ user: { id: me.id }, provider: 'company', subject: 'nora' })
    const [entry] = await stage.database.query<{ request: string; author: number | null }>(
      `select request_id as request, author::int from tabularium.journal
      join tabularium.models on models.number = journal.model and models.name = 'tabularium.Identity'`,
    )
    expect(entry).toEqual({ request: expect.stringMatching(/^oidc-company-/), author: null })
  })

  it('of a known subject is of the same user, whatever the address is now', async () => {
    const before = await logIn('nora', { email: 'nora@example.com', email_verified: true })
    const { id } = await expectIn(before.browser, stage, before.answer)
    const after = await logIn('nora', { email: 'married@example.com', email_verified: false })
    expect((await expectIn(after.browser, stage, after.answer)).id).toBe(id)
  })

  it('gives and takes the roles of the map and no others, and writes nothing if nothing differs', async () => {
    await makeRole(stage.client, 'clerk', [])
    const { id: other } = await makeRole(stage.client, 'by hand', [])
    const first = await logIn('rita', { email: 'rita@example.com', email_verified: true })
    const { id } = await expectIn(first.browser, stage, first.answer)
    const now = recordOf(await stage.client.read(User, id))
    await stage.client.update(User, id, { version: now.version, roles: [{ id: other }] })
    const groups = ['clerks', 'admin', 'by hand', '__proto__', 'constructor', 5]
    const given = await logIn('rita', { groups })
    expect((await expectIn(given.browser, stage, given.answer)).admin).toBe(false)
    expect(await rolesOf(id)).toEqual(['by hand', 'clerk'])
    const { version } = recordOf(await stage.client.read(User, id))
    await logIn('rita', { groups })
    expect(recordOf(await stage.client.read(User, id)).version).toBe(version)
    for (const none of [{ groups: [] }, { groups: 'clerks' }, {}]) {
      await logIn('rita', { groups: ['clerks'] })
      expect(await rolesOf(id)).toEqual(['by hand', 'clerk'])
      await logIn('rita', none)
      expect(await rolesOf(id)).toEqual(['by hand'])
    }
    const raised = await logIn('rita', { groups: ['admins'] })
    expect((await expectIn(raised.browser, stage, raised.answer)).admin).toBe(true)
    const lowered = await logIn('rita', { groups: [] })
    expect((await expectIn(lowered.browser, stage, lowered.answer)).admin).toBe(false)
    expect(recordsOf(await stage.client.find(Role)).length).toBeGreaterThan(0)
  })

  it('of a disabled user is refused, and their sessions have ended', async () => {
    const { browser, answer } = await logIn('dora', { email: 'dora@example.com', email_verified: true })
    const { id } = await expectIn(browser, stage, answer)
    const { version } = recordOf(await stage.client.read(User, id))
    await stage.client.update(User, id, { version, disabled: true })
    expect((await browser.open(`${stage.origin}/ws/me`)).status).toBe(401)
    const again = await logIn('dora', {})
    expectRefused(again.browser, stage, again.answer, 'account-disabled')
  })

  it('goes on if the provider changes all of its keys at once, and if it was away', async () => {
    const person = { email: 'kim@example.com', email_verified: true }
    const { browser, answer } = await logIn('kim', person)
    await expectIn(browser, stage, answer)
    await stage.company.changeKeys()
    await until('a login with the new keys', async () => (await logIn('kim', person)).answer.status === 303)
    await stage.company.stop()
    const begun = await new Browser().open(`${stage.origin}/login/oidc/company`)
    // Begun with what is known of the provider.
    expect(begun.status).toBe(303)
    expect((await browser.open(`${stage.origin}/ws/me`)).status).toBe(200)
    await stage.company.start()
    const back = await logIn('kim', person)
    await expectIn(back.browser, stage, back.answer)
  })

  it('100 at once all succeed', async () => {
    const logins = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const browser = new Browser()
        return browser.logIn(stage.origin, 'company')
      }),
    )
    expect(logins.map(({ status }) => status)).toEqual(logins.map(() => 303))
  })
})

describe('an address', () => {
  const refused: [string, object, string][] = [
    ['false', { email_verified: false }, 'email-not-verified'],
    ['absent', {}, 'email-not-verified'],
    ['a text', { email_verified: 'true' }, 'email-not-verified'],
    ['1', { email_verified: 1 }, 'email-not-verified'],
  ]
  it.each(refused)('whose email_verified is %s ties nobody and creates nobody', async (what, claims, reason) => {
    const name = `mia.${what.replaceAll(' ', '.')}`
    const email = `${name}@example.com`
    await makeUser(stage.client, name, [], { email, emailVerifiedOn: verified })
    const tied = await logIn(`mia ${what}`, { email, ...claims })
    expectRefused(tied.browser, stage, tied.answer, reason)
    const created = await logIn(`free ${what}`, { email: `free.${email}`, ...claims })
    expectRefused(created.browser, stage, created.answer, reason)
  })

  it('that both sides have verified ties once; a second subject is not tied', async () => {
    const { id } = await makeUser(stage.client, 'linus', [], { email: 'linus@example.com', emailVerifiedOn: verified })
    const person = { email: 'linus@example.com', email_verified: true }
    const tied = await logIn('linus', person)
    expect((await expectIn(tied.browser, stage, tied.answer)).id).toBe(id)
    const second = await logIn('another linus', person)
    expectRefused(second.browser, stage, second.answer, 'not-linked')
  })

  const sure = { emailVerifiedOn: verified }
  const others: [string, string, object[]][] = [
    ['two users have', 'twin', [sure, sure]],
    ['nobody has verified here', 'nils', [{}]],
    ['an administrator has', 'olga', [{ ...sure, admin: true }]],
  ]
  it.each(others)('that %s ties nobody', async (_, name, users) => {
    const email = `${name}@example.com`
    for (const [index, more] of users.entries()) await makeUser(stage.client, `${name}${index}`, [], { email, ...more })
    const { browser, answer } = await logIn(name, { email, email_verified: true })
    expectRefused(browser, stage, answer, 'not-linked')
  })

  it.each(['evil-example.com', 'example.com.evil.test', 'example.net'])('of %s makes no user', async (domain) => {
    const { browser, answer } = await logIn(`far ${domain}`, { email: `far@${domain}`, email_verified: true })
    expectRefused(browser, stage, answer, 'no-account')
  })
})

describe('GET /ws/sign-ins', () => {
  it('lists all to administrators and their own to others, refused ones with the reason', async () => {
    const { browser, answer } = await logIn('sue', { email: 'sue@example.com', email_verified: true })
    const { id } = await expectIn(browser, stage, answer)
    const own = await browser.open(`${stage.origin}/ws/sign-ins`)
    expect(JSON.parse(own.text)).toEqual({
      status: 0,
      data: [
        {
          id: expect.any(Number),
          on: expect.any(String),
          user: { id, username: 'sue@example.com', name: null },
          seen: null,
          method: 'oidc',
          provider: 'company',
          result: 'ok',
          // No groups were sent.
          reason: 'claims-missing',
          network: '127.0.0.1',
          agent: 'node',
          requestId: expect.any(String),
        },
      ],
    })
    const stranger = { body: { username: 'certainly nobody', password: 'wrong password' }, cookie: null }
    await stage.client.exchange('POST', '/callback', stranger)
    const page = await stage.client.exchange('GET', '/ws/sign-ins?limit=1')
    const wrong = { method: 'password', result: 'refused', reason: 'wrong-credentials', user: null }
    expect(page.json).toMatchObject({ data: [wrong], next: expect.any(Number) })
    expect(page.text).not.toContain('certainly')
    const { next } = page.json as unknown as { next: number }
    const older = await stage.client.exchange('GET', `/ws/sign-ins?limit=1&after=${next}`)
    expect(older.json).toMatchObject({ data: [{ user: { username: 'sue@example.com' } }] })
    const plain = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'plain', [])).id)
    expect((await plain.exchange('GET', '/ws/sign-ins')).json).toEqual({ status: 0, data: [] })
    plain.close()
  })

  it('and /metrics counts them, with what providers were asked', async () => {
    const figures = await scrape(stage.service)
    const ok = 'tabularium_sign_ins_total{method="oidc",provider="company",result="ok",reason=""}'
    expect(figures.get(ok)).toBeGreaterThan(0)
    const token = 'tabularium_provider_requests_total{provider="company",kind="token",result="ok"}'
    expect(figures.get(token)).toBeGreaterThan(0)
    const spent = 'tabularium_provider_request_duration_seconds_count{provider="company",kind="token"}'
    expect(figures.get(spent)).toBeGreaterThan(0)
  })
})
