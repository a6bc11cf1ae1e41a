import { expect, it } from 'vitest'
import { rawExchange } from './harness/rawExchange.ts'
import { useService } from './harness/useService.ts'

// Without the console, which a browser is led to.
const stage = useService({ console: 'false' })

it('GET / tells programs without a session what this is', async () => {
  const reply = await fetch(stage.service.url)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reply.headers.get('vary')).toBe('accept')
  expect(reply.headers.get('set-cookie')).toBeNull()
  const { data } = (await reply.json()) as { data: [{ name: string; version: string; links: Record<string, string> }] }
  expect(data[0]).toMatchObject({ name: 'Tabularium', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  for (const path of Object.values(data[0].links).filter((link) => link.startsWith('/')))
    expect([path, (await fetch(`${stage.service.url}${path}`)).status]).toEqual([
      path,
      path === '/callback' ? 405 : 401,
    ])
})

it('GET / shows a browser a page without scripts, under the policy of all answers', async () => {
  const reply = await fetch(stage.service.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  const page = await reply.text()
  expect(page).toContain(`${stage.service.url}/callback</pre>`)
  expect(page).not.toContain('<script')
})

it('another method answers 405, and %2F is no start page', async () => {
  const posted = await fetch(stage.service.url, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  expect((await fetch(`${stage.service.url}/%2F`)).status).toBe(404)
})

it('the page keeps its place among the answers of a connection', async () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`
  const bytes = `${request('/ws/me')}\r\n${request('/')}\r\n${request('/nowhere')}Connection: close\r\n\r\n`
  const answer = await rawExchange(stage.service.url, bytes)
  expect(Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual(['401', '200', '404'])
})
