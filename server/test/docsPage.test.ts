import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { startService, type TestService } from './harness/service.ts'

/** Pages are not part of the API: they are fetched as browsers do, and are in no OpenAPI document. */
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  return () => database.drop()
})

/** A service in a folder, with a package of this name and form if there is a script. */
async function withService(script: string | undefined, work: (service: TestService) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-docs-'))
  if (script !== undefined) {
    const place = join(folder, 'node_modules/@scalar/api-reference')
    await mkdir(join(place, 'dist'), { recursive: true })
    const exported = { './browser/standalone.js': './dist/standalone.js' }
    await writeFile(join(place, 'package.json'), JSON.stringify({ name: '@scalar/api-reference', exports: exported }))
    await writeFile(join(place, 'dist/standalone.js'), script)
  }
  const service = await startService(database.url, {}, undefined, { folder })
  try {
    await work(service)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}

describe('/docs', () => {
  it('serves the page and the installed script, with a policy of its own', () =>
    withService('globalThis.Scalar = {}', async ({ url }) => {
      const page = await fetch(`${url}/docs`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      const sources = Array.from((await page.text()).matchAll(/src="([^"]+)"/g), ([, source]) => source)
      expect(sources).toEqual(['/docs/scalar.js', '/docs/page.js'])
      const script = await fetch(`${url}/docs/scalar.js`)
      expect(await script.text()).toBe('globalThis.Scalar = {}')
      const headers = { 'if-none-match': script.headers.get('etag') ?? '' }
      expect((await fetch(`${url}/docs/scalar.js`, { headers })).status).toBe(304)
      expect(await (await fetch(`${url}/docs/page.js`)).text()).toContain("fetch('/ws/openapi.json')")
    }))

  it('serves no other file, and takes no other method', () =>
    withService('', async ({ url }) => {
      for (const path of ['/docs/', '/docs/package.json', '/docs/%2e%2e/package.json', '/docs/../scalar.js'])
        expect((await fetch(`${url}${path}`)).status, path).toBe(404)
      const posted = await fetch(`${url}/docs`, { method: 'POST' })
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
    }))

  it('answers 404 and says what to install if Scalar is not there', () =>
    withService(undefined, async ({ url }) => {
      const reply = await fetch(`${url}/docs`)
      expect(reply.status).toBe(404)
      expect(await reply.json()).toMatchObject({
        status: -1,
        data: { code: 'unknown-path', message: expect.stringContaining('npm install @scalar/api-reference') },
      })
    }))
})
