import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ProviderOptions, SignInOptions } from '../../../src/model/signIn/signIn.ts'
import type { Client } from '../client.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type Flags, loggedIn, startService, type TestService } from '../service.ts'
import { type Answer, Browser } from './Browser.ts'
import { client } from './client.ts'
import { Company } from './Company.ts'
import { LyingProvider } from './LyingProvider.ts'

/** A service with a real provider and one that lies. */
export interface ProvidersUnderTest {
  readonly database: TestDatabase
  readonly service: TestService
  /** How people log in, for another service on the same database. */
  readonly signIn: SignInOptions
  /** The administrator's. */
  readonly client: Client
  readonly company: Company
  readonly liar: LyingProvider
  readonly origin: string
}

const common = {
  clientId: client.id,
  clientSecret: client.secret,
  clientAuth: 'post',
  algorithms: ['RS256'],
  linkByEmail: false,
} as const

/**
 * Starts them for all tests of a file. `more` changes what is declared of the real provider, `ofLiar` of the other;
 * `known` what the real one knows of the service.
 */
export function useProviders(
  more: Partial<ProviderOptions> = {},
  options: Partial<SignInOptions> = {},
  flags: Flags = {},
  ofLiar: Partial<ProviderOptions> = {},
  known: object = {},
): ProvidersUnderTest {
  const stage: { found?: ProvidersUnderTest } = {}
  beforeAll(async () => {
    const port = await findPort()
    const origin = `http://127.0.0.1:${port}`
    const [database, liar, company] = [await createDatabase(), await LyingProvider.start(), new Company(origin, known)]
    await company.start()
    const signIn: SignInOptions = {
      passwords: 'all',
      ...options,
      providers: [
        {
          ...common,
          name: 'company',
          label: 'Example Corp',
          issuer: company.issuer,
          scopes: ['openid', 'email', 'profile', 'groups'],
          ...more,
        },
        {
          ...common,
          name: 'liar',
          label: 'Liar',
          issuer: liar.issuer,
          scopes: ['openid', 'email'],
          signUp: { domains: ['example.org'], roles: [] },
          ...ofLiar,
        },
      ],
    }
    // The administrator of the tests logs in with a password, whoever else may.
    await database.query(
      `insert into tabularium.break_glass (user_id) select id from record.tabularium_user where username = 'admin'`,
    )
    const service = await startService(database.url, { port: String(port), publicUrl: origin, ...flags }, undefined, {
      signIn,
    })
    stage.found = { database, service, signIn, client: await loggedIn(service, 8), company, liar, origin }
  })
  afterAll(async () => {
    const { client: own, service, company, liar, database } = require()
    own.close()
    await service.stop()
    await Promise.all([company.stop(), liar.stop()])
    await database.drop()
  })
  const require = () => {
    if (!stage.found) throw new Error('The providers are started before the tests and not while they are declared.')
    return stage.found
  }
  return new Proxy({} as ProvidersUnderTest, { get: (_, name) => require()[name as keyof ProvidersUnderTest] })
}

/** A port that is free now: addresses for providers have it before the service listens. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Expects that a login opened no session, for a reason. */
export function expectRefused(browser: Browser, { origin }: ProvidersUnderTest, answer: Answer, reason?: string): void {
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('"code":"login-refused"')])
  if (reason !== undefined) expect(answer.text).toContain(`"reason":"${reason}"`)
  expect(browser.hasSession(origin)).toBe(false)
}

/** Expects that a login opened a session, and returns what `GET /ws/me` says. */
export async function expectIn(browser: Browser, { origin }: ProvidersUnderTest, answer: Answer) {
  expect([answer.status, answer.text]).toEqual([303, ''])
  const me = await browser.open(`${origin}/ws/me`)
  const { data } = JSON.parse(me.text) as { data: [Me] }
  return data[0]
}

/** The part of `GET /ws/me` that is about logins. */
export interface Me {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly admin: boolean
  readonly roles: readonly string[]
  readonly session: Readonly<Record<string, unknown>>
}
