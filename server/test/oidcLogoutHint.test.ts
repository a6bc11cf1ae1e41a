import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, useProviders } from './harness/oidc/useProviders.ts'
import { Session } from './harness/people.ts'

const encryptionKeys = Buffer.alloc(32, 7).toString('base64')
const signUp = { domains: ['example.com'], roles: [] }
const stage = useProviders({ signUp, logoutHint: true }, {}, { encryptionKeys })

async function logIn(name: string) {
  stage.company.is(name, { email: `${name}@example.com`, email_verified: true })
  const browser = new Browser()
  const { id } = await expectIn(browser, stage, await browser.logIn(stage.origin, 'company'))
  const [row] = await stage.database.query<{ id_token: string | null }>(
    'select id_token from record.tabularium_session where "user" = $1',
    [id],
  )
  return { browser, id, kept: row?.id_token ?? null }
}

/** The ID token with which a browser is led to the provider; null if there is none. */
async function hintOf(browser: Browser, provider = 'company'): Promise<string | null> {
  const answer = await browser.open(`${stage.origin}/login/oidc/${provider}/logout`)
  expect(answer.status).toBe(303)
  return new URL(answer.location ?? '').searchParams.get('id_token_hint')
}

describe('a provider with logoutHint', () => {
  it('gets the ID token of the session back, which is kept encrypted and shown to nobody', async () => {
    const { browser, kept } = await logIn('ada')
    expect(kept).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
    const { text } = await stage.client.find(Session)
    expect(text).not.toContain(kept ?? '')
    const hint = await hintOf(browser)
    expect(decodeJwt(hint ?? '')).toMatchObject({ iss: stage.company.issuer, sub: 'ada', aud: 'tabularium' })
  })

  it('gets none that was copied from another session, or after the key is gone', async () => {
    const [bob, eve] = [await logIn('bob'), await logIn('eve')]
    await stage.database.query('update record.tabularium_session set id_token = $1 where "user" = $2', [
      bob.kept,
      eve.id,
    ])
    expect(await hintOf(eve.browser)).toBeNull()
    await stage.database.query(
      `update record.tabularium_session set id_token = overlay(id_token placing '00000000' from 1) where "user" = $1`,
      [bob.id],
    )
    expect(await hintOf(bob.browser)).toBeNull()
  })

  it('gets none of a session of another provider, and the journal has none', async () => {
    const { browser } = await logIn('kim')
    expect(await hintOf(browser, 'liar')).toBeNull()
    const rows = await stage.database.query<{ changes: object }>(
      `select changes from tabularium.journal
      join tabularium.models on models.number = journal.model and models.name = 'tabularium.Session'
      where changes::jsonb ? 'idToken'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { changes } of rows) expect(changes).toMatchObject({ idToken: null })
  })
})
