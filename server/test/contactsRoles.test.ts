import { beforeAll, describe, expect, it } from 'vitest'
import { admin, Client, recordOf, type RecordJson } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { runCommand } from './harness/runCommand.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const of = (name: string) => `com.example.contacts.${name}`
const clients = new Map<string, Client>()
let theirs: RecordJson

beforeAll(async () => {
  for (const [username, role] of [
    ['rita', 'reader'],
    ['sam', 'sales'],
    ['sue', 'sales'],
  ] as const) {
    const args = ['user', 'add', username, '--role', role, '--password-stdin']
    await runCommand(args, { DATABASE_URL: stage.database.url }, admin.password)
    const client = new Client(stage.service.url)
    expect((await client.login({ ...admin, username })).status).toBe(200)
    clients.set(username, client)
  }
  theirs = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  return () => clients.forEach((client) => client.close())
})

function as(username: string): Client {
  const client = clients.get(username)
  if (!client) throw new Error(`Nobody is called ${username}.`)
  return client
}

describe('the roles of the contacts example', () => {
  it('reader reads all four models and writes none', async () => {
    for (const name of ['Company', 'Contact', 'Interaction', 'Tag'])
      expect((await as('rita').find(of(name))).status).toBe(200)
    expect((await as('rita').read(Contact, theirs.id)).status).toBe(200)
    expect((await as('rita').create(of('Tag'), { name: 'x' })).status).toBe(403)
    expect((await as('rita').update(Contact, theirs.id, { version: 0, firstName: 'X' })).status).toBe(403)
    expect((await as('rita').delete(Contact, theirs.id)).status).toBe(403)
  })

  it('sales reads and writes only their own contacts', async () => {
    const mine = recordOf(await as('sam').create(Contact, { firstName: 'Grace', lastName: 'Hopper' }))
    recordOf(await as('sam').update(Contact, mine.id, { version: 0, status: 'customer' }))
    expect((await as('sam').find(Contact)).json).toMatchObject({ total: 1, data: [{ id: mine.id }] })
    expect((await as('sam').read(Contact, theirs.id)).status).toBe(404)
    expect((await as('sue').find(Contact)).json).toMatchObject({ total: 0 })
    expect((await as('sue').update(Contact, mine.id, { version: 1, firstName: 'X' })).status).toBe(404)
    expect((await as('sue').delete(Contact, mine.id)).status).toBe(404)
  })

  it('sales writes interactions only of their own contacts', async () => {
    const mine = recordOf(await as('sam').create(Contact, { firstName: 'Kay', lastName: 'McNulty' }))
    const details = { kind: 'call', happenedOn: '2026-01-31T08:30:00Z' }
    const call = recordOf(await as('sam').create(of('Interaction'), { ...details, contact: { id: mine.id } }))
    expect((await as('sam').find(of('Interaction'))).json).toMatchObject({ total: 1, data: [{ id: call.id }] })
    expect((await as('sue').find(of('Interaction'))).json).toMatchObject({ total: 0 })
    const other = await as('sam').create(of('Interaction'), { ...details, contact: { id: theirs.id } })
    expect(other.status).toBeGreaterThanOrEqual(400)
    expect((await stage.client.find(of('Interaction'))).json).toMatchObject({ total: 1 })
  })

  it('sales reads companies and tags, and changes none', async () => {
    expect((await as('sam').find(of('Company'))).status).toBe(200)
    expect((await as('sam').find(of('Tag'))).status).toBe(200)
    expect((await as('sam').create(of('Company'), { name: 'X' })).status).toBe(403)
    expect((await as('sam').create(of('Tag'), { name: 'x' })).status).toBe(403)
  })
})
