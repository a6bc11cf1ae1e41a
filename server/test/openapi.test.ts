import { describe, expect, it } from 'vitest'
import { Client } from './harness/client.ts'
import { Contact, refusal, Tag } from './harness/contract.ts'
import { makeRole, makeUser, openSession } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const path = '/ws/openapi.json'

async function callerWith(name: string, rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, name, rules)
  const { id } = await makeUser(stage.client, name, [role])
  const client = new Client(stage.service.url)
  client.cookie = await openSession(stage.database, id)
  return client
}

describe('GET /ws/openapi.json', () => {
  it('answers a document and not an envelope', async () => {
    const { status, headers, json } = await stage.client.exchange('GET', path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/' }] })
    expect(json).toHaveProperty(['paths', `/ws/rest/${Contact}/{id}`, 'get', 'operationId'], `${Contact}.read`)
  })

  it('answers 304 while nothing has changed, and the new document after the rights have', async () => {
    const client = await callerWith('tagged', [{ model: Tag, read: true }])
    const first = await client.exchange('GET', path)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect(await client.exchange('GET', path, { headers })).toMatchObject({ status: 304, text: '' })
    const [{ id = 0 } = {}] = (
      await stage.client.find(
        'tabularium.Role',
        '?where=' + encodeURIComponent(JSON.stringify({ fieldName: 'name', operator: '=', value: 'tagged' })),
      )
    ).json?.data as { id?: number }[]
    await stage.client.create('tabularium.Rule', { role: { id }, model: Contact, read: true })
    const changed = await client.exchange('GET', path, { headers })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain(`/ws/rest/${Contact}/search`)
    expect(first.text).not.toContain(`/ws/rest/${Contact}`)
    client.close()
  })

  it('describes the models that are asked for', async () => {
    const { json } = await stage.client.exchange('GET', `${path}?models=${Tag}`)
    expect(json).toHaveProperty(['paths', `/ws/rest/${Tag}`])
    expect(json).not.toHaveProperty(['paths', `/ws/rest/${Contact}`])
  })

  it('refuses models that the caller may not know as those that do not exist', async () => {
    const client = await callerWith('untagged', [{ model: Tag, read: true }])
    for (const name of [Contact, 'com.example.contacts.Nothing'])
      expect(await client.exchange('GET', `${path}?models=${Tag},${name}`)).toMatchObject(refusal('unknown-model'))
    client.close()
  })

  it('needs a session', async () => {
    expect(await stage.client.exchange('GET', path, { cookie: null })).toMatchObject(refusal('session-required'))
  })
})
