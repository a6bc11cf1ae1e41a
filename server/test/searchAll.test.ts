import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, shown, success } from './harness/contract.ts'
import { clientOf, makeRole, makeUser, own } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
let hers: Client
let [acme, first] = [0, 0]

beforeAll(async () => {
  const { client: admin, database, service } = stage
  acme = recordOf(await admin.create(Company, { name: 'Zebra Works' })).id
  const records = Array.from({ length: 7 }, (_, n) => ({ firstName: `Zebra ${n}`, lastName: 'Herd' }))
  ;[{ id: first } = { id: 0 }] = recordsOf(await admin.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  const { id: role } = await makeRole(admin, 'own contacts', [
    { model: Contact, read: true, create: true, condition: own },
  ])
  const { id } = await makeUser(admin, 'nina', [{ id: role }])
  hers = await clientOf(service, database, id)
  return () => hers.close()
})

const search = (client: Client, query: string) => client.exchange('GET', `/ws/search${query}`)

describe('GET /ws/search', () => {
  it('answers the first 5 of each model with fields for q, and whether there are more', async () => {
    const contacts = Array.from({ length: 5 }, (_, n) => ({ id: first + n, version: 0, fullName: `Zebra ${n} Herd` }))
    expect(shown(await search(stage.client, '?q=zebra'))).toEqual(
      success([
        { model: Company, records: [{ id: acme, version: 0, name: 'Zebra Works' }], more: false },
        { model: Contact, records: contacts, more: true },
      ]),
    )
  })

  it('all words must occur, in any case and order', async () => {
    expect(shown(await search(stage.client, '?q=HERD%203'))).toEqual(
      success([{ model: Contact, records: [{ id: first + 3, version: 0, fullName: 'Zebra 3 Herd' }], more: false }]),
    )
    expect(shown(await search(stage.client, '?q=zebra%20nowhere'))).toEqual(success([]))
  })

  it('takes wildcards of SQL as text', async () => {
    expect(shown(await search(stage.client, '?q=%25'))).toEqual(success([]))
  })

  it('finds only what the caller may see, and names no other model', async () => {
    expect(shown(await search(hers, '?q=zebra'))).toEqual(success([]))
    const { id } = recordOf(await hers.create(Contact, { firstName: 'Zebra', lastName: 'Mine' }))
    expect(shown(await search(hers, '?q=zebra'))).toEqual(
      success([{ model: Contact, records: [{ id, version: 0, fullName: 'Zebra Mine' }], more: false }]),
    )
    const seen = await stage.client.exchange('GET', '/ws/search?q=zebra', { headers: { 'x-see-as': 'nina' } })
    expect(recordsOf(seen)).toHaveLength(1)
  })

  it('refuses a request without words, with too many, or without a session', async () => {
    for (const query of ['', '?q=', '?q=%20', '?q=a%00b', `?q=${'a%20'.repeat(21)}`, '?q=a&limit=5'])
      expect((await search(stage.client, query)).json, query).toMatchObject({ data: { code: 'invalid-parameter' } })
    const { json } = await stage.client.exchange('GET', '/ws/search?q=zebra', { cookie: '' })
    expect(json).toMatchObject({ data: { code: 'session-required' } })
  })
})
