import { expect, it } from 'vitest'
import { toStartJson, toStartPage } from './startPage.ts'

it('tells programs the name, the version and where to go on', () => {
  expect(JSON.parse(toStartJson({ version: '1.2.3' }))).toEqual({
    status: 0,
    data: [
      {
        name: 'Tabularium',
        version: '1.2.3',
        links: {
          login: '/callback',
          me: '/ws/me',
          models: '/ws/meta/models',
          openapi: '/ws/openapi.json',
          documentation: expect.stringMatching(/^https:\/\/.*\/docs\/reference\/api\/README\.md$/),
          health: expect.stringMatching(/^https:\/\/.*\/run-in-production\.md#health-probes$/),
        },
      },
    ],
  })
})

it('shows people the lines with the address that they called', () => {
  const page = toStartPage({ version: '1.2.3', secure: false }, '127.0.0.1:8080')
  expect(page).toContain('<h1>Tabularium 1.2.3</h1>')
  expect(page).toContain(`-d '{"username":"…","password":"…"}' http://127.0.0.1:8080/callback</pre>`)
  expect(toStartPage({ version: '1', secure: true }, 'records.example.com')).toContain(
    'https://records.example.com/ws/me',
  )
  expect(toStartPage({ version: '1', secure: false }, '[::1]:8080')).toContain('http://[::1]:8080/ws/me')
  expect(page).not.toMatch(/<script|<style|\bon\w+=|style=/)
})

it.each(['<script>alert(1)</script>', 'a b', `x';curl evil'`, '', 'a"b', 'host:123456'])(
  'does not repeat %s, which is no host',
  (host) => {
    const page = toStartPage({ version: '1', secure: false }, host)
    expect(page).toContain('http://localhost/ws/me')
    if (host !== '') expect(page).not.toContain(host)
  },
)
