import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from './harness/client.ts'
import { Contact, refusal, shown, Tag } from './harness/contract.ts'
import { clientOf, Key, makeKey, makeRole, makeUser, Session, User } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
let service: number
let person: number

beforeAll(async () => {
  service = recordOf(await stage.client.create(User, { username: 'directory', kind: 'service' })).id
  person = (await makeUser(stage.client, 'paul')).id
})

const forScim = (user: number) => ({ name: 'Entra', scope: 'scim', user: { id: user } })

/** A program with an API key. */
class Program extends Client {
  readonly #token: string

  constructor(token: string) {
    super(stage.service.url)
    this.#token = token
  }

  override exchange(method: string, path: string, message: Parameters<Client['exchange']>[2] = {}): Promise<Reply> {
    const headers = { ...message.headers, authorization: `Bearer ${this.#token}` }
    return super.exchange(method, path, { ...message, headers, cookie: null })
  }
}

function bearer(token: string): Client {
  return new Program(token)
}

describe('a key for SCIM', () => {
  it('is made for a service by a session of an administrator, and calls nothing of the API', async () => {
    const { token } = await makeKey(stage.client, forScim(service))
    for (const path of ['/ws/me', `/ws/rest/${Tag}`, '/ws/meta/models'])
      expect(shown(await bearer(token).exchange('GET', path))).toEqual(refusal('session-required'))
  })

  it('belongs to no person', async () => {
    const reply = await stage.client.create(Key, forScim(person))
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { user: expect.stringContaining('service') } }))
    const { id } = await makeKey(stage.client, forScim(service))
    const moved = await stage.client.update(Key, id, { version: 0, user: { id: person } })
    expect(shown(moved)).toEqual(refusal('invalid-record', { errors: { user: expect.anything() } }))
  })

  it('is made by no key, not even of an administrator, and by nobody else', async () => {
    const program = bearer((await makeKey(stage.client, { name: 'all' })).token)
    expect(shown(await program.create(Key, forScim(service)))).toEqual(refusal('not-permitted'))
    const role = await makeRole(stage.client, 'keys', [{ model: Key, read: true, create: true, update: true }])
    const { id } = await makeUser(stage.client, 'ken', [role])
    const client = await clientOf(stage.service, stage.database, id)
    const reply = await client.create(Key, { name: 'own', scope: 'scim' })
    expect(reply.status).not.toBe(200)
    client.close()
  })

  it('comes from no other key, and becomes none', async () => {
    const made = await makeKey(stage.client, forScim(service))
    const changed = refusal('invalid-record', { errors: { scope: expect.stringContaining('cannot be changed') } })
    expect(shown(await stage.client.update(Key, made.id, { version: 0, scope: 'api' }))).toEqual(changed)
    const plain = await makeKey(stage.client, { name: 'plain', user: { id: service } })
    expect(shown(await stage.client.update(Key, plain.id, { version: 0, scope: 'scim' }))).toEqual(changed)
    expect((await stage.client.update(Key, plain.id, { version: 0, scope: 'api', name: 'same' })).status).toBe(200)
  })
})

describe('the journal', () => {
  const viaOf = async (model: string, record: number) => {
    const rows = await stage.database.query<{ operation: string; via: string | null }>(
      `select operation, via from tabularium.journal
       where model = (select number from tabularium.models where name = $1) and record = $2 order by version`,
      [model, record],
    )
    return rows.map(({ operation, via }) => `${operation}:${via}`)
  }

  it('has the key of each write, also of neighbours in one statement', async () => {
    const keys = await Promise.all(['one', 'two'].map((name) => makeKey(stage.client, { name })))
    const ways = [{ program: stage.client, name: 'null' }].concat(
      keys.map(({ id, token }) => ({ program: bearer(token), name: `${id}` })),
    )
    const rounds = Array.from({ length: 10 }, (_, round) =>
      ways.map((made, index) => ({
        made,
        changed: ways[(index + 1) % ways.length] ?? made,
        label: `${round}.${index}`,
      })),
    ).flat()
    const replies = await Promise.all(
      rounds.map(({ made, label }) => made.program.create(Tag, { name: `via ${label}` })),
    )
    for (const [index, { made, changed, label }] of rounds.entries()) {
      const { id } = recordOf(replies[index] ?? expect.unreachable())
      await changed.program.update(Tag, id, { version: 0, name: `changed ${label}` })
      await changed.program.delete(Tag, id, 1)
      await changed.program.restore(Tag, id, { version: 2, toVersion: 1 })
      const own = await viaOf(Tag, id)
      expect(own).toEqual([`c:${made.name}`, `u:${changed.name}`, `d:${changed.name}`, `r:${changed.name}`])
    }
  })

  it('has it for bulk creates, for links, and for the sessions that a write ends', async () => {
    const { id: key, token } = await makeKey(stage.client, { name: 'bulk' })
    const program = bearer(token)
    const bulk = await program.exchange('POST', `/ws/rest/${Tag}`, {
      body: { records: [{ name: 'bulk 1' }, { name: 'bulk 2' }] },
    })
    const ids = (bulk.json as unknown as { data: { id: number }[] }).data.map(({ id }) => id)
    for (const id of ids) expect(await viaOf(Tag, id)).toEqual([`c:${key}`])
    const tags = ids.map((id) => ({ id }))
    const contact = recordOf(await program.create(Contact, { firstName: 'Via', lastName: 'Link', tags }))
    expect(await viaOf(Contact, contact.id)).toEqual([`c:${key}`])
    const { id } = await makeUser(stage.client, 'sessions')
    const client = await clientOf(stage.service, stage.database, id)
    const [session] = await stage.database.query<{ id: string }>(
      'select id from record.tabularium_session where "user" = $1',
      [id],
    )
    await program.update(User, id, { version: 0, disabled: true })
    expect(await viaOf(Session, Number(session?.id))).toContain(`d:${key}`)
    client.close()
  })
})
