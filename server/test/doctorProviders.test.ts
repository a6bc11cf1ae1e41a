import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../src/model/signIn/signIn.ts'
import { tryProvider } from '../src/session/oidc/tryProvider.ts'
import { client } from './harness/oidc/client.ts'
import { useProviders } from './harness/oidc/useProviders.ts'
import { root } from './harness/pages.ts'
import { tryCommand } from './harness/runCommand.ts'

const stage = useProviders()
const clocks = { measureSkew: async () => 0, now: () => Date.now() }
let folder: string

beforeAll(() => {
  // Inside the checkout, so that the file finds the package.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/doctor-'))
  writeFileSync(
    join(folder, 'signIn.ts'),
    `import { fromEnv, oidc, signIn } from 'tabularium'
export const company = oidc({
  name: 'company',
  issuer: fromEnv('COMPANY_ISSUER', 'https://login.example.com'),
  clientId: '${client.id}',
  clientSecret: fromEnv('COMPANY_SECRET'),
  algorithms: ['RS256', 'ES256'],
})
export const ways = signIn({ providers: [company], passwords: 'local' })
`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What came of each part, for a provider of the stage with other options. */
async function tried(
  name: 'company' | 'liar',
  more: Partial<ProviderOptions> = {},
  origin = stage.origin,
  own = clocks,
) {
  const options = stage.signIn.providers.find((one) => one.name === name)
  const parts = await tryProvider({ ...(options as ProviderOptions), ...more }, origin, own)
  return Object.fromEntries(parts.map(({ part, result }) => [part, result]))
}

const right = { discovery: 'ok', keys: 'ok', clock: 'ok', client: 'ok', redirect: 'ok', logout: 'unknown' }

describe('what doctor tries of a provider', () => {
  it('goes well with one that knows the service', async () => {
    expect(await tried('company')).toEqual(right)
    stage.liar.metadata = { backchannel_logout_supported: true }
    expect(await tried('liar')).toMatchObject({ keys: 'ok', logout: 'ok' })
    stage.liar.metadata = {}
  })

  it('tells a wrong secret from a wrong address', async () => {
    expect(await tried('company', { clientSecret: 'another one' })).toEqual({ ...right, client: 'failed' })
    const elsewhere = await tried('company', {}, 'https://elsewhere.example.com')
    expect(elsewhere).toMatchObject({ redirect: 'failed' })
    expect(await tried('company', { clientId: 'unknown' })).toMatchObject({ client: 'failed', redirect: 'failed' })
  })

  it('finds keys that verify nothing, clocks that differ, and a provider that is away or another one', async () => {
    expect(await tried('company', { algorithms: ['ES256'] })).toMatchObject({ keys: 'failed' })
    const { keys } = stage.liar
    stage.liar.keys = () => '[]'
    expect(await tried('liar')).toMatchObject({ keys: 'failed' })
    stage.liar.keys = keys
    const late = { ...clocks, now: () => Date.now() + 120_000 }
    expect(await tried('company', {}, stage.origin, late)).toMatchObject({ clock: 'failed' })
    expect(await tried('company', { issuer: `${stage.company.issuer}/` })).toEqual({ discovery: 'failed' })
    await stage.company.stop()
    expect(await tried('company')).toEqual({ discovery: 'failed' })
    await stage.company.start()
  })
})

describe('the commands', () => {
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    tryCommand([...args, '--models', folder], {
      DATABASE_URL: stage.database.url,
      TABULARIUM_PUBLIC_URL: stage.origin,
      ...more,
    })

  it('doctor has a line for each part, and finds what failed', async () => {
    const env = { COMPANY_ISSUER: stage.company.issuer, COMPANY_SECRET: client.secret }
    const well = await run(['doctor'], env)
    expect(well.stdout).toContain(`company (${stage.company.issuer})\n  ok     discovery:`)
    expect(well.stdout).toMatch(/ok {5}client: {4}it knows this service\n {2}ok {5}redirect: {2}it knows http/)
    const wrong = await run(['doctor'], { ...env, COMPANY_SECRET: 'a wrong secret' })
    expect(wrong.stdout).toContain('The provider company, client: it refuses the id or the secret: invalid_client.')
    expect(wrong.stdout).not.toContain('a wrong secret')
    const { findings } = JSON.parse((await run(['doctor', '--json'])).stdout) as { findings: object[] }
    const what = 'Variables of logins at providers are not set: COMPANY_SECRET or COMPANY_SECRET_FILE.'
    expect(findings).toContainEqual(expect.objectContaining({ check: 'providers', what }))
  })

  it('config print shows what files declare, and no secret', async () => {
    const { stdout } = await run(['config', 'print', '--json'], { COMPANY_SECRET: client.secret })
    expect(stdout).not.toContain(client.secret)
    const shown = JSON.parse(stdout) as { name: string }[]
    const named = (name: string) => shown.find((one) => one.name === name)
    expect(named('signIn.company.clientSecret')).toEqual({
      name: 'signIn.company.clientSecret',
      value: '***',
      origin: 'environment',
      variable: 'COMPANY_SECRET',
    })
    expect(named('signIn.company.issuer')).toMatchObject({ value: 'https://login.example.com', origin: 'default' })
    expect(named('signIn.company.algorithms')).toMatchObject({ value: '["RS256","ES256"]', origin: 'file' })
    expect(named('signIn.passwords')).toMatchObject({ value: 'local' })
    const unset = JSON.parse((await run(['config', 'print', '--json'])).stdout) as object[]
    expect(unset).toContainEqual(
      expect.objectContaining({ name: 'signIn.company.clientSecret', value: null, origin: 'unset' }),
    )
  })
})
