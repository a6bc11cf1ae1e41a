import { describe, expect, it } from 'vitest'
import { admin, recordOf } from '../harness/client.ts'
import { ada } from '../harness/contacts.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { rawExchange } from '../harness/rawExchange.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`

describe('a path that is almost valid', () => {
  it.each([
    '/ws',
    '/ws/',
    '/ws/rest',
    '/ws/nothing/here',
    '//ws/rest/x',
    '/ws//rest/x',
    `//${path}`,
    `/WS/rest/${Contact}`,
    `/ws/REST/${Contact}`,
    `/Ws/Rest/${Contact}/1`,
    `/ws./rest/${Contact}`,
    `/ws/rest./${Contact}`,
    `/ws;x/rest/${Contact}`,
    `/ws/rest;x=1/${Contact}`,
    `/w%73/rest/${Contact}`,
    `/ws/%72est/${Contact}`,
    `/ws%2Frest%2F${Contact}`,
    `/ws/rest%2F${Contact}`,
    `/ws%5Crest%5C${Contact}`,
    `/ws\\rest\\${Contact}`,
    `/ws/./rest/${Contact}`,
    `/ws/x/../rest/${Contact}`,
    `/./ws/rest/${Contact}`,
    `/%2e/ws/rest/${Contact}`,
    `/ws/rest/../../callback`,
    `${path}/1/`,
    `${path}/1//history`,
    `${path}/1/History`,
    `${path}/1/histor%79`,
    `${path}/1/history/`,
    `${path}/1/history/0`,
    `${path}/1/history;x`,
    `${path}/1/history.`,
    `${path}/1/nothing`,
    '/callback/',
    '/logout/',
    '/logout;x',
    '/logout.',
    '/logout%20',
    '/logout%00',
    '/%6cogout',
    '/LOGOUT',
    '//logout',
    '/./logout',
    '/ws/meta/Models',
    '/ws/meta/models/',
    '/ws/meta/%6dodels',
    '/.env',
    '/live',
    '/ready',
    '/status',
  ])('GET %s is not there', async (target) => {
    expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('unknown-path'))
  })

  it.each([
    '/callback/',
    '/Callback',
    '/CALLBACK',
    '/callback;jsessionid=1',
    '/callback.',
    '/callback%20',
    '/callback%00',
    '/%63allback',
    '/c%61llback',
    '//callback',
    '/./callback',
    '/x/../callback',
    '/%2e/callback',
    '/login.jsp/',
    '/login%2ejsp',
    '/login_jsp',
    '/loginxjsp',
    '/Login.jsp',
    '/login.JSP',
    '/login.jsp;x',
    '/login.jsp%3fx',
    '/ws/rest/../../login.jsp',
    '/login.jsp/../callback',
  ])('POST %s logs nobody in', async (target) => {
    const reply = await stage.client.exchange('POST', target, { body: admin, cookie: null })
    expect(shown(reply)).toEqual(refusal('unknown-path'))
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it.each(['DELETE', 'POST'])('%s by another spelling changes nothing', async (method) => {
    const { id } = recordOf(await stage.client.create(Contact, ada))
    const body = method === 'POST' ? { data: { version: 0, lastName: 'Changed' } } : undefined
    for (const target of [
      `/ws/%72est/${Contact}/${id}`,
      `//ws/rest/${Contact}/${id}`,
      `/WS/rest/${Contact}/${id}`,
      `${path}/${id}/`,
      `${path}/../${Contact}/${id}`,
      `${path}/${id};x`,
      `${path}/${id}.`,
      `${path}/0${id}`,
    ])
      expect([400, 404]).toContain((await stage.client.exchange(method, target, { body })).status)
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 0, lastName: ada.lastName })
  })
})

describe('a model name that is almost valid', () => {
  it.each([
    '/ws/rest/',
    `/ws/rest/${Contact}%2F1`,
    `/ws/rest/${Contact}%2f..%2f1`,
    `/ws/rest/..%2f..%2fcallback`,
    `/ws/rest/${Contact}.`,
    `/ws/rest/${Contact};x`,
    `/ws/rest/${Contact}%3b`,
    `/ws/rest/%20${Contact}`,
    `/ws/rest/${Contact}%00`,
    `/ws/rest/${Contact}%0a`,
    `/ws/rest/${Contact.toLowerCase()}`,
    `/ws/rest/${Contact.toUpperCase()}`,
    '/ws/rest/%2e%2e',
    '/ws/rest/..',
    '/ws/rest/.',
  ])('%s names none', async (target) => {
    expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('unknown-model'))
  })

  it('is looked up only after the session', async () => {
    for (const target of [`/ws/rest/${Contact}%2F1`, `/ws/rest/${Contact};x`, '/ws/rest/%2e%2e'])
      expect(shown(await stage.client.exchange('GET', target, { cookie: null }))).toEqual(refusal('session-required'))
  })

  it.each(['/ws/rest/%', '/ws/rest/%zz', '/ws/rest/%ff', '/ws/rest/%c0%ae', `${path}/%e0%80`, '/%c0%af', '/callback%'])(
    '%s cannot be decoded',
    async (target) => {
      expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('invalid-parameter'))
    },
  )

  it.each([
    `${path}/`,
    `/ws/rest//${Contact}`,
    `${path}/1%2Fhistory`,
    `${path}/%31%2F`,
    `${path}/1%00`,
    `${path}/1.`,
    `${path}/1;x`,
    `${path}/+1`,
    `${path}/1%20`,
  ])('%s has no id', async (target) => {
    expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('invalid-parameter'))
  })
})

describe('a model, an id or a parameter in %XX', () => {
  const encoded = Contact.replace('C', '%43')

  it.each([
    `/ws/rest/${encoded}`,
    `/ws/rest/${Contact.replace('.', '%2e')}`,
    '/ws/rest/tabularium.%55ser',
    `/ws/rest/${encoded}/1`,
    `/ws/rest/${encoded}/1/history`,
    `/ws/explain/${encoded}`,
    `/ws/meta/fields/${encoded}`,
  ])('%s names no model', async (target) => {
    expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('unknown-model'))
  })

  it.each([
    `${path}/%31`,
    `${path}/%31/history`,
    `/ws/explain/${Contact}/%31`,
    `${path}?%6cimit=1`,
    `${path}?limit%20=1`,
    `${path}?+limit=1`,
    `${path}??limit=1`,
  ])('%s is refused', async (target) => {
    expect(shown(await stage.client.exchange('GET', target))).toEqual(refusal('invalid-parameter'))
  })

  it('changes nothing', async () => {
    const { id } = recordOf(await stage.client.create(Contact, ada))
    const last = String(id).replace(/.$/, (digit) => `%3${digit}`)
    const body = { data: { version: 0, lastName: 'Changed' } }
    for (const target of [`/ws/rest/${encoded}/${id}`, `${path}/${last}`])
      expect([400, 404]).toContain((await stage.client.exchange('POST', target, { body })).status)
    expect((await stage.client.exchange('PUT', `/ws/rest/${encoded}`, { body: { data: ada } })).status).toBe(404)
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 0, lastName: ada.lastName })
  })

  it('a value may be encoded so', async () => {
    const reply = await stage.client.exchange('GET', `${path}?limit=%31&sortBy=%69d&where=%7B%7D`)
    expect(reply.status).toBe(200)
  })
})

describe('a request target that is not a path', () => {
  it.each([
    ['an absolute address', `GET http://evil.example${path} HTTP/1.1`],
    ['our own absolute address', `GET http://127.0.0.1${path} HTTP/1.1`],
    ['an absolute address of a login', `POST http://evil.example/callback HTTP/1.1`],
    ['an address with a user', `GET http://user:pass@evil.example/callback HTTP/1.1`],
    ['an address of another kind', `GET file:///etc/passwd HTTP/1.1`],
    ['an authority', `CONNECT evil.example:443 HTTP/1.1`],
    ['an asterisk', `OPTIONS * HTTP/1.1`],
    ['a path without a slash', `GET ws/rest/${Contact} HTTP/1.1`],
    ['two slashes and a host', `GET //evil.example/callback HTTP/1.1`],
    ['a backslash', `GET \\\\evil.example HTTP/1.1`],
  ])('reaches nothing that a plain path would not: %s', async (_, line) => {
    const body = line.startsWith('POST') ? JSON.stringify(admin) : ''
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
    const answer = await rawExchange(stage.service.url, `${line}\r\n${head}\r\n\r\n${body}`)
    // A CONNECT request closes the connection without an answer.
    expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404|405) |^$/)
    expect(answer.toLowerCase()).not.toContain('set-cookie')
  })
})
