import { describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from './harness/client.ts'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, expectRefused, useProviders } from './harness/oidc/useProviders.ts'
import { Identity, makeUser, User } from './harness/people.ts'

const eightHours = 8 * 3_600_000
const stage = useProviders({ linkBy: { claim: 'oid', to: 'externalId' }, lifetime: eightHours })

/** Logs in as a person at a directory, which verifies no addresses. */
async function logIn(subject: string, claims: object) {
  stage.company.is(subject, claims)
  const browser = new Browser()
  return { browser, answer: await browser.logIn(stage.origin, 'company') }
}

/** A user as a directory makes one. */
const make = (name: string, fields: object = {}) =>
  makeUser(stage.client, name, [], { externalId: `oid of ${name}`, provisioned: true, ...fields })

describe('a provider with linkBy', () => {
  it('ties the user whom the directory made under the id, once, and then knows the subject', async () => {
    const { id } = await make('zoe')
    const first = await logIn('zoe', { oid: 'oid of zoe' })
    expect((await expectIn(first.browser, stage, first.answer)).id).toBe(id)
    const [{ id: tie } = { id: 0 }] = recordsOf(await stage.client.find(Identity))
    const read = recordOf(await stage.client.read(Identity, tie))
    expect(read).toMatchObject({ user: { id }, provider: 'company', subject: 'zoe' })
    // The subject is the key from now on, whatever the claim says.
    const again = await logIn('zoe', { oid: 'another one' })
    expect((await expectIn(again.browser, stage, again.answer)).id).toBe(id)
    const second = await logIn('not zoe', { oid: 'oid of zoe' })
    expectRefused(second.browser, stage, second.answer, 'not-linked')
  })

  const others: [string, object, string][] = [
    ['is an administrator', { admin: true }, 'not-linked'],
    ['is disabled', { disabled: true }, 'account-disabled'],
    ['no directory manages', { provisioned: false }, 'no-account'],
    ['is a program', { kind: 'service' }, 'no-account'],
  ]
  it.each(others)('ties no user who %s', async (what, fields, reason) => {
    const name = what.replaceAll(' ', '.')
    await make(name, fields)
    const { browser, answer } = await logIn(what, { oid: `oid of ${name}` })
    expectRefused(browser, stage, answer, reason)
  })

  it.each([[{}], [{ oid: 5 }], [{ oid: '' }], [{ oid: ['oid of mia'] }], [{ oid: 'x'.repeat(256) }]])(
    'ties nobody by the claims %j',
    async (claims) => {
      const { browser, answer } = await logIn(`somebody with ${JSON.stringify(claims).slice(0, 20)}`, claims)
      expectRefused(browser, stage, answer, 'claims-missing')
    },
  )

  it('ties nobody by an address, even a verified one', async () => {
    const email = 'ann@example.com'
    await make('ann', { email, emailVerifiedOn: '2026-01-01T00:00:00.000Z' })
    const { browser, answer } = await logIn('ann', { oid: 'unknown', email, email_verified: true })
    expectRefused(browser, stage, answer, 'no-account')
  })
})

describe('a provider with a lifetime', () => {
  it('ends sessions by then, whatever is asked meanwhile', async () => {
    const { id } = await make('lea')
    const { browser, answer } = await logIn('lea', { oid: 'oid of lea' })
    const { session } = await expectIn(browser, stage, answer)
    const [since, latest] = [session['since'], session['latest']].map((moment) => Date.parse(String(moment)))
    expect(Number(latest) - Number(since)).toBe(eightHours)
    await stage.database.query(
      `update record.tabularium_session set expires_on = now() - interval '1 second' where "user" = $1`,
      [id],
    )
    expect((await browser.open(`${stage.origin}/ws/me`)).status).toBe(401)
    expect(recordOf(await stage.client.read(User, id))).toMatchObject({ disabled: false })
  })

  it('leaves the sessions of another provider to the settings', async () => {
    stage.liar.claims = { email: 'max@example.org', email_verified: true }
    const browser = new Browser()
    const { session } = await expectIn(browser, stage, await browser.logIn(stage.origin, 'liar'))
    const [since, latest] = [session['since'], session['latest']].map((moment) => Date.parse(String(moment)))
    expect(Number(latest) - Number(since)).toBe(12 * 3_600_000)
  })
})
