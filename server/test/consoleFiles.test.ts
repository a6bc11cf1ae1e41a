import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFiles } from '../../console/compressFiles.ts'
import { Client } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { rawExchange } from './harness/rawExchange.ts'
import { startService, type TestService } from './harness/service.ts'

const script = 'export const words = "a page that is not there";\n'.repeat(50)
const page = '<!doctype html><title>Console</title><script type="module" src="/console/assets/index-3f2a.js"></script>'
const secret = 'never sent to anybody'
/** The policy of the console, stated a second time, so that no change goes unnoticed. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

let folder: string
let database: TestDatabase
let service: TestService
let client: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-console-'))
  await writeFile(join(folder, 'outside.html'), secret)
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), page)
  await writeFile(join(dist, 'theme.js'), 'document.documentElement.dataset.theme = "dark"')
  await writeFile(join(dist, 'assets/index-3f2a.js'), script)
  await writeFile(join(dist, 'assets/index-3f2a.js.map'), secret)
  await writeFile(join(dist, '.env'), secret)
  await symlink(join(folder, 'outside.html'), join(dist, 'link.html'))
  await compressFiles(dist)
  database = await createDatabase()
  service = await startService(database.url, {}, undefined, { consoleFolder: dist })
  client = new Client(service.url)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await database.drop()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => client.exchange('GET', path, { headers })

/** The body of an answer, decompressed. */
async function textOf(path: string, encoding: string): Promise<string> {
  const response = await fetch(`${service.url}${path}`, { headers: { 'accept-encoding': encoding } })
  return response.text()
}

describe('/console/', () => {
  it('is the page, with the exact policy, and is asked for again each time', async () => {
    const { status, text, headers } = await get('/console/')
    expect([status, text]).toEqual([200, page])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    expect(headers['x-request-id']).toMatch(/^[\w-]{16}$/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('answers 304 while the page is the same', async () => {
    const { headers } = await get('/console/')
    const again = await get('/console/', { 'if-none-match': `"other", W/${headers.etag}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag])
    expect(again.headers['content-security-policy']).toBe(policy)
    expect((await get('/console/theme.js', { 'if-none-match': String(headers.etag) })).status).toBe(200)
  })

  it.each(['/console/r/com.example.contacts.Contact', '/console/r/tabularium.User/5/history?at=7', '/console/login'])(
    'is the same page at every place: %s',
    async (path) => {
      const { status, text, headers } = await get(path)
      expect([status, text, headers['cache-control']]).toEqual([200, page, 'no-cache'])
    },
  )

  it('keeps files with hashed names for a year, and others not', async () => {
    const hashed = await get('/console/assets/index-3f2a.js')
    expect([hashed.status, hashed.text]).toEqual([200, script])
    expect(hashed.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': policy,
    })
    expect((await get('/console/theme.js')).headers['cache-control']).toBe('no-cache')
  })

  it('sends files compressed to clients that accept it', async () => {
    const path = '/console/assets/index-3f2a.js'
    const raw = (encoding: string) =>
      rawExchange(
        service.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      )
    for (const encoding of ['br', 'gzip']) {
      const answer = await raw(encoding)
      expect(answer).toContain(`content-encoding: ${encoding}`)
      expect(Number(/content-length: (\d+)/.exec(answer)?.[1])).toBeLessThan(script.length / 4)
      expect(await textOf(path, encoding)).toBe(script)
    }
    expect((await get(path)).headers['content-encoding']).toBeUndefined()
    expect((await get('/console/theme.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })

  it('a file that is not there any more is a failure and no page', async () => {
    const reply = await get('/console/assets/index-old.js')
    expect(shown(reply)).toEqual(refusal('unknown-path'))
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('/console leads to /console/, and so does / in a browser', async () => {
    for (const [path, headers] of [
      ['/console', {}],
      ['/console?x=1', {}],
      ['/', { accept: 'text/html,application/xhtml+xml' }],
    ] as const) {
      const { status, headers: answered } = await get(path, headers)
      expect([path, status, answered.location]).toEqual([path, 302, '/console/'])
    }
    expect((await get('/', { accept: 'application/json' })).headers.location).toBeUndefined()
    expect((await get('/consoles/')).status).toBe(404)
  })

  it('has no colleague to ask outside of the demo', async () => {
    const reply = await client.exchange('POST', '/console/demo/colleague', { body: {} })
    expect(shown(reply)).toEqual(refusal('method-not-allowed'))
  })

  it('has no login links outside of the demo: their address is a page like others', async () => {
    const reply = await get('/console/login?once=x')
    expect([reply.status, reply.text, reply.headers['set-cookie']]).toEqual([200, page, undefined])
  })

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s is refused', async (method) => {
    const reply = await client.exchange(method, '/console/')
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET'])
  })
})

describe('hostile paths', () => {
  it.each([
    '/console/../outside.html',
    '/console/assets/../../outside.html',
    '/console/..%2foutside.html',
    '/console/%2e%2e/outside.html',
    '/console/..\\outside.html',
    '/console//etc/passwd',
    '/console/./index.html',
    '/console/%00',
    '/console/..',
    '/console/assets/index-3f2a.js.map',
    '/console/assets/__proto__',
    '/console/assets/%69ndex-3f2a.js',
  ])('%s is no file', async (path) => {
    const answer = await rawExchange(service.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toContain(secret)
    expect(answer).not.toContain('root:')
    expect(answer).not.toContain(folder)
  })

  it.each(['/console/.env', '/console/link.html', '/console/__proto__', '/console/constructor', '/console/etc/passwd'])(
    '%s is a place of the console, and nothing of the disk',
    async (path) => {
      const { status, text } = await get(path)
      expect([status, text]).toEqual([200, page])
    },
  )

  it('an absolute address and a wrong host give nothing else', async () => {
    const ask = (target: string) =>
      rawExchange(service.url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    for (const target of ['http://other/console/', '//console/', '/ws/../console/', '*'])
      expect(await ask(target)).not.toContain(page)
  })

  it('what was written after the start is not served', async () => {
    await writeFile(join(folder, 'dist/late.html'), secret)
    expect((await get('/console/late.html')).text).toBe(page)
  })
})

describe('under load', () => {
  it('the console is outside of the count of requests', async () => {
    const busy = await startService(database.url, { maxRequests: '1' }, undefined, {
      consoleFolder: join(folder, 'dist'),
    })
    const other = new Client(busy.url, 20)
    const replies = await Promise.all(Array.from({ length: 20 }, () => other.exchange('GET', '/console/')))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const status = new Client(busy.healthUrl)
    const counted = await status.exchange('GET', '/status')
    expect(counted.json).toMatchObject({ requests: { answered: 0, refused: {} } })
    status.close()
    other.close()
    await busy.stop()
  })
})

describe('without files', () => {
  it('says which command builds the console', async () => {
    const bare = await startService(database.url, {}, undefined, { consoleFolder: join(folder, 'nowhere') })
    const other = new Client(bare.url)
    const reply = await other.exchange('GET', '/console/')
    expect(shown(reply)).toEqual(refusal('unknown-path'))
    expect(reply.text).toContain('npm run build:console')
    expect((await other.exchange('GET', '/', { headers: { accept: 'text/html' } })).headers.location).toBeUndefined()
    other.close()
    await bare.stop()
  })

  it('turned off, it is a path like any other that is not there', async () => {
    const off = await startService(database.url, { console: 'false' }, undefined, {
      consoleFolder: join(folder, 'dist'),
    })
    const other = new Client(off.url)
    const [reply, unknown] = [await other.exchange('GET', '/console/'), await other.exchange('GET', '/nowhere/')]
    expect(shown(reply)).toEqual(refusal('unknown-path'))
    expect((reply.json?.data as { message: string }).message).toBe((unknown.json?.data as { message: string }).message)
    other.close()
    await off.stop()
  })
})
