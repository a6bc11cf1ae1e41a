import { describe, expect, it } from 'vitest'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, useProviders } from './harness/oidc/useProviders.ts'

const stage = useProviders({ signUp: { domains: ['example.com'], roles: [] } })

/** Logs in, and returns the browser with a copy of it that keeps its cookies. */
async function logIn(provider = 'company') {
  const mail = { email_verified: true }
  stage.company.is('ada', { ...mail, email: 'ada@example.com' })
  stage.liar.claims = { ...mail, email: 'ada@example.org' }
  const browser = new Browser()
  await expectIn(browser, stage, await browser.logIn(stage.origin, provider))
  return { browser, copy: new Browser(new Map([...browser.jar].map(([host, own]) => [host, new Map(own)]))) }
}

const statusOf = async (browser: Browser) => (await browser.open(`${stage.origin}/ws/me`)).status
const logout = (provider: string) => `${stage.origin}/login/oidc/${provider}/logout`

describe('a logout at the provider too', () => {
  it('ends the session here, and leads there and back', async () => {
    const { browser, copy } = await logIn()
    const answer = await browser.open(logout('company'))
    const { origin, pathname, searchParams } = new URL(answer.location ?? '')
    expect([answer.status, `${origin}${pathname}`]).toEqual([303, `${stage.company.issuer}/session/end`])
    const back = `${stage.origin}/console/login`
    expect(Object.fromEntries(searchParams)).toEqual({ client_id: 'tabularium', post_logout_redirect_uri: back })
    expect(browser.hasSession(stage.origin)).toBe(false)
    expect(await statusOf(copy)).toBe(401)
    // The provider knows the address, and asks the person.
    const asked = await browser.open(answer.location ?? '')
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('id="op.logoutForm"')])
  })

  it('leads to the login page if the provider has no such address', async () => {
    const { browser, copy } = await logIn('liar')
    const answer = await browser.open(logout('liar'))
    expect([answer.status, answer.sent]).toEqual([303, '/console/login'])
    expect(await statusOf(copy)).toBe(401)
  })

  it('ends the session here if the provider is away', async () => {
    const { browser, copy } = await logIn()
    await stage.company.stop()
    const answer = await browser.open(logout('company'))
    await stage.company.start()
    expect(answer.status).toBe(303)
    expect(await statusOf(copy)).toBe(401)
  })

  it('is nothing that another site, a prefetch or an unknown provider can do', async () => {
    const { browser } = await logIn()
    expect((await browser.open(logout('company'), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await browser.open(logout('company'), { 'sec-purpose': 'prefetch' })).status).toBe(403)
    expect((await browser.open(logout('unknown'))).status).toBe(404)
    expect(await statusOf(browser)).toBe(200)
  })

  it('without a session leads there all the same', async () => {
    expect((await new Browser().open(logout('company'))).location).toContain('/session/end?')
  })
})
