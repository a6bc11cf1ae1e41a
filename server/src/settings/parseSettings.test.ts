import { describe, expect, test } from 'vitest'
import { describeSettings } from './describeSettings.ts'
import { parseSettings, SettingsMistakes } from './parseSettings.ts'
import type { CommandName } from './Setting.ts'

const databaseUrl = 'postgres://ada:secret@127.0.0.1:5432/records'

function mistakesOf(
  command: CommandName,
  env: Record<string, string>,
  flags: Record<string, string | boolean> = {},
): readonly string[] {
  try {
    parseSettings(command, { env, flags })
  } catch (error) {
    if (error instanceof SettingsMistakes) return error.mistakes
    throw error
  }
  return []
}

describe('parseSettings', () => {
  test('returns every default, parsed', () => {
    expect(parseSettings('serve', { env: { DATABASE_URL: databaseUrl }, flags: {} })).toEqual({
      databaseUrl,
      directDatabaseUrl: databaseUrl,
      models: 'models',
      host: '127.0.0.1',
      port: 8080,
      healthHost: '127.0.0.1',
      healthPort: 8081,
      workers: 1,
      readFrom: 'primary',
      allowPlainHttp: false,
      origins: [],
      console: true,
      trustProxy: false,
      sessionIdle: 3_600_000,
      sessionLifetime: 43_200_000,
      confirmFor: 3_600_000,
      loginAttempts: 5,
      loginWait: 900_000,
      loginRate: 20,
      oidcLabel: 'single sign-on',
      signInRetention: 7_776_000_000,
      jobLifetime: 2_592_000_000,
      keyLifetime: 86_400_000,
      foldInterval: 500,
      maxLimit: 1000,
      maxBulk: 1000,
      bodyLimit: 1_048_576,
      answerLimit: 16_777_216,
      poolSize: 10,
      preparedStatements: true,
      connectTimeout: 2000,
      actionTimeout: 5000,
      queueTimeout: 3000,
      statementTimeout: 5000,
      releaseInterval: 100,
      webhookNetworks: [],
      requestTimeout: 10_000,
      aggregateTimeout: 10_000,
      maxDelay: 50,
      maxRequests: 1000,
      maxStreams: 1000,
      maxExports: 2,
      exportTimeout: 600_000,
      exportLimit: 4 * 1024 ** 3,
      drainDelay: 2000,
      drainTimeout: 20_000,
      work: true,
      mailRate: 600,
      maxJobs: 8,
      workLease: 30_000,
      serverTiming: false,
      logLevel: 'info',
    })
  })

  test('prefers a flag to the environment, and the environment to the default', () => {
    const env = {
      DATABASE_URL: databaseUrl,
      TABULARIUM_PORT: '9000',
      TABULARIUM_POOL_SIZE: '3',
      TABULARIUM_LOG_LEVEL: '',
    }
    const settings = parseSettings('serve', { env, flags: { port: '9100', trustProxy: true } })
    expect(settings).toMatchObject({ port: 9100, healthPort: 9101, poolSize: 3, trustProxy: true, logLevel: 'info' })
  })

  test('lets the system choose the health port if it chooses the port', () => {
    expect(parseSettings('serve', { env: {}, flags: { databaseUrl, port: '0' } })).toMatchObject({
      port: 0,
      healthPort: 0,
    })
  })

  test('gives a command only the settings that it uses', () => {
    expect(parseSettings('models', { env: {}, flags: {} })).toEqual({ models: 'models', logLevel: 'info' })
  })

  test('reports all mistakes at once, each with what to write', () => {
    const env = { TABULARIUM_PORT: '99999', TABULARIUM_SESSION_IDEL: '5m', TABULARIUM_BODY_LIMIT: '1MB' }
    expect(mistakesOf('serve', env, { statementTimeout: '5', origins: 'https://app.example.com/' })).toEqual([
      'TABULARIUM_SESSION_IDEL is not a setting. Did you mean "TABULARIUM_SESSION_IDLE"?',
      'DATABASE_URL is missing: set it, or write --database-url, for example to ' +
        'postgres://user:password@127.0.0.1:5432/tabularium',
      'TABULARIUM_PORT="99999" must be a port from 0 to 65535, where 0 lets the system choose, for example --port 8080',
      '--origins "https://app.example.com/" must be an origin without path, user or default port: write ' +
        'https://app.example.com, for example --origins https://app.example.com,https://admin.example.com',
      'TABULARIUM_BODY_LIMIT="1MB" must be a size from 1KiB to 256MiB, written with its unit: 512KiB or 1MiB, for ' +
        'example --body-limit 1MiB',
      '--statement-timeout "5" must be a time from 10ms to 10m, written with its unit: 500ms, 30s, 60m, 12h or 7d, ' +
        'for example --statement-timeout 5s',
    ])
  })

  test.each([
    ['true', true],
    ['false', false],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.5, 10.1.0.0/16,2001:db8::/32', ['10.0.0.5', '10.1.0.0/16', '2001:db8::/32']],
  ])('trusts the proxies %s', (trustProxy, read) => {
    expect(parseSettings('serve', { env: {}, flags: { databaseUrl, trustProxy } })).toMatchObject({ trustProxy: read })
  })

  test.each(['yes', '', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.1;10.0.0.2', 'proxy'])(
    'trusts no proxies %j',
    (trustProxy) => {
      expect(mistakesOf('serve', {}, { databaseUrl, trustProxy })).toEqual([
        expect.stringContaining('must be true, false, or addresses and networks of proxies separated by commas'),
      ])
    },
  )

  test('never shows a secret in a mistake', () => {
    const [mistake] = mistakesOf('user', { DATABASE_URL: 'mysql://ada:hunter2@127.0.0.1/records' })
    expect(mistake).toMatch(/^DATABASE_URL must begin with postgres:\/\//)
    expect(mistake).not.toContain('hunter2')
  })

  test.each([
    ['0.0.0.0', undefined, false],
    ['0.0.0.0', 'https://records.example.com', true],
    ['127.0.0.1', 'http://records.example.com', false],
    ['127.0.0.1', 'http://localhost:8080', true],
    ['::1', undefined, true],
  ])('plain http is for this machine alone: host %s, public URL %s, allowed %s', (host, publicUrl, allowed) => {
    const flags = { host, databaseUrl, ...(publicUrl ? { publicUrl } : {}) }
    expect(mistakesOf('serve', {}, flags)).toHaveLength(allowed ? 0 : 1)
    expect(mistakesOf('serve', {}, { ...flags, allowPlainHttp: true })).toEqual([])
  })

  test('refuses settings that contradict each other', () => {
    const flags = { databaseUrl, port: '8080', healthPort: '8080', sessionIdle: '2h', sessionLifetime: '1h' }
    expect(mistakesOf('serve', {}, flags)).toEqual([
      '--health-port 8080 is also the port of the service: choose another one',
      '--session-idle is longer than --session-lifetime: set it to at most the same time',
    ])
  })
})

test('describeSettings shows origins and masks secrets', () => {
  const shown = describeSettings({
    env: { DATABASE_URL: databaseUrl, TABULARIUM_PORT: '9000' },
    flags: { host: '::1' },
  })
  const byName = Object.fromEntries(shown.map(({ name, value, origin }) => [name, `${value} (${origin})`]))
  expect(byName).toMatchObject({
    databaseUrl: 'postgres://ada:***@127.0.0.1:5432/records (environment)',
    directDatabaseUrl: 'postgres://ada:***@127.0.0.1:5432/records (default)',
    host: '::1 (flag)',
    port: '9000 (environment)',
    healthPort: '9001 (default)',
    publicUrl: 'null (unset)',
  })
})
