import { describe, expect, it } from 'vitest'
import { Browser } from '../harness/oidc/Browser.ts'
import { expectIn, expectRefused, useProviders } from '../harness/oidc/useProviders.ts'

const stage = useProviders({ signUp: { domains: ['example.com'], roles: [] } })
const person = { email: 'ada@example.com', email_verified: true }

/** Goes to the provider and back as Ada. */
async function goToCallback(provider = 'company', to?: string) {
  stage.company.is('ada', person)
  const browser = new Browser()
  return { browser, callback: await browser.goToCallback(stage.origin, provider, to) }
}

describe('a callback', () => {
  it('counts once (1, 15)', async () => {
    const { browser, callback } = await goToCallback()
    const before = browser.cookieFor(stage.origin)
    await expectIn(browser, stage, await browser.open(callback))
    const replayed = await fetch(callback, { redirect: 'manual', headers: { cookie: before } })
    expect([replayed.status, await replayed.text()]).toEqual([403, expect.stringContaining('unknown-login')])
  })

  it('counts once, also if 20 come at once (13)', async () => {
    const { browser, callback } = await goToCallback()
    const cookie = browser.cookieFor(stage.origin)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => fetch(callback, { redirect: 'manual', headers: { cookie } })),
    )
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  it('is refused in another browser (2, 12, 16)', async () => {
    const { callback } = await goToCallback()
    const other = new Browser()
    await other.open(`${stage.origin}/login/oidc/company`)
    expectRefused(other, stage, await other.open(callback), 'unknown-login')
    const bare = new Browser()
    expectRefused(bare, stage, await bare.open(callback), 'unknown-login')
  })

  it('is refused if a browser sends it ahead of time (16)', async () => {
    const { browser, callback } = await goToCallback()
    const early = await browser.open(callback, { 'sec-purpose': 'prefetch' })
    expect([early.status, browser.hasSession(stage.origin)]).toEqual([403, false])
    await expectIn(browser, stage, await browser.open(callback))
  })

  it('of one provider is refused at another (3)', async () => {
    const { browser, callback } = await goToCallback()
    const elsewhere = await browser.open(callback.replace('/company/', '/liar/'))
    expectRefused(browser, stage, elsewhere, 'unknown-login')
  })

  const bent: [string, (url: URL) => void][] = [
    ['a foreign state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43))],
    ['an empty state', ({ searchParams }) => searchParams.set('state', '')],
    ['no state', ({ searchParams }) => searchParams.delete('state')],
    ['two states', ({ searchParams }) => searchParams.append('state', 'y')],
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example')],
    ['two codes', ({ searchParams }) => searchParams.append('code', 'y')],
  ]
  it.each(bent)('with %s is refused (4, 5)', async (_, bend) => {
    const { browser, callback } = await goToCallback()
    const url = new URL(callback)
    bend(url)
    expectRefused(browser, stage, await browser.open(url.href))
  })

  it('with the code of another login is refused (6, 7)', async () => {
    const [one, two] = [await goToCallback(), await goToCallback()]
    const url = new URL(two.callback)
    url.searchParams.set('code', new URL(one.callback).searchParams.get('code') ?? '')
    expectRefused(two.browser, stage, await two.browser.open(url.href))
  })

  it('shows no words of the provider (8)', async () => {
    const { browser, callback } = await goToCallback()
    const url = new URL(callback)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    url.searchParams.set('error_description', '<script>alert(1)</script>')
    const answer = await browser.open(url.href)
    expectRefused(browser, stage, answer, 'provider-refused')
    expect(answer.text).not.toContain('script')
  })

  it('leads a browser to the page that says why, with a reason of ours (8)', async () => {
    const { callback } = await goToCallback()
    const answer = await new Browser().open(callback, { accept: 'text/html' })
    expect([answer.status, answer.sent]).toEqual([
      303,
      expect.stringMatching(/^\/console\/login\?problem=unknown-login&request=[\w-]+$/),
    ])
  })

  it('is in the log without its query (18)', async () => {
    const { browser, callback } = await goToCallback()
    const { searchParams } = new URL(callback)
    await browser.open(callback)
    const logs = stage.service.logs()
    expect(logs).toContain('"operation":"finishLogin"')
    for (const name of ['state', 'code']) expect(logs).not.toContain(searchParams.get(name))
  })
})

describe('where a login leads (9, 10, 11)', () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%2f%2fevil.example/..',
    '/%5cevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/console//../..//evil.example',
    '/console/..//evil.example',
    ' //evil.example',
    '\t//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/console\r\nset-cookie: a=b',
    '/console\0',
    '/console\\..\\..\\evil',
    '//evil.example@/',
    '/\u2044evil.example',
    '/／evil.example',
    '/。evil',
    '///evil.example',
    'evil.example',
    '?x',
    '#x',
    '',
    `/console/${'a'.repeat(3000)}`,
    '/logout',
    '/login/oidc/company/logout',
    '/ws/rest/x',
    '/callback',
    '/console:80',
    '/consoleevil',
    '/;/evil.example',
  ]
  it.each(hostile)('%j leads nowhere else', async (to) => {
    const { browser, callback } = await goToCallback('company', to)
    const { status, sent } = await browser.open(callback)
    expect([status, sent]).toEqual([303, '/console/'])
  })

  it.each([
    [
      '/console/d/5?x=%0d%0aLocation:%20https://evil.example#y',
      '/console/d/5?x=%0d%0aLocation:%20https://evil.example#y',
    ],
    ['/docs', '/docs'],
    ['/console/a/../b', '/console/b'],
  ])('%j leads there', async (to, target) => {
    const { browser, callback } = await goToCallback('company', to)
    expect((await browser.open(callback)).sent).toBe(target)
  })
})
