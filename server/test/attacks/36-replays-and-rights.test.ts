import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Note, notes } from '../harness/notes.ts'
import { allActions, clientOf, type MadeRole, makeKey, makeRole, makeUser, Rule, User } from '../harness/people.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(notes)
const notesAt = `/ws/rest/${Note}`
const secret = 'the-region-of-nobody-else'
let made = 0
let program: Client

beforeAll(() => {
  program = new Client(stage.service.url)
  return () => program.close()
})

interface Writer {
  readonly client: Client
  readonly user: RecordJson
  readonly role: MadeRole
}

/** A user who may do everything with notes, until their rights change. */
async function newWriter(rule: object = {}, fields: object = {}): Promise<Writer> {
  const role = await makeRole(stage.client, `writer ${++made}`, [{ model: Note, ...allActions, ...rule }])
  const user = await makeUser(stage.client, `writer-${made}`, [role], fields)
  return { client: await clientOf(stage.service, stage.database, user.id), user, role }
}

function send(client: Client, key: string, method: string, path: string, body?: object, more: object = {}) {
  const headers = { 'idempotency-key': key, ...more }
  return client.exchange(method, path, { headers, ...(body ? { body } : {}) })
}

/** Every kind of write that answers with records. */
async function writeAll(
  client: Client,
): Promise<{ first: Reply; again(by?: Client, more?: object): Promise<Reply> }[]> {
  const n = ++made
  const plain = recordOf(await client.create(Note, { name: 'plain', region: secret }))
  const requests = [
    ['PUT', notesAt, { data: { name: 'new', region: secret } }],
    ['PUT', notesAt, { data: { name: 'new with others', region: secret, answers: [{ name: 'answer' }] } }],
    ['POST', `${notesAt}/${plain.id}`, { data: { version: 0, name: 'changed' } }],
    ['POST', `${notesAt}/${plain.id}?onConflict=merge`, { data: { version: 0, level: 3 } }],
    [
      'POST',
      notesAt,
      {
        records: [
          { name: 'one', region: secret },
          { name: 'two', region: secret },
        ],
      },
    ],
  ] as const
  const written = []
  for (const [index, [method, path, body]] of requests.entries()) {
    const key = `all-${n}-${index}`
    const again = (by = client, more: object = {}) => send(by, key, method, path, body, more)
    const first = await again()
    expect([first.status, first.text.includes(secret), first.headers['idempotent-replayed']]).toEqual([
      200,
      true,
      undefined,
    ])
    written.push({ first, again })
  }
  return written
}

/** A replay that shows nothing of the secret, only which records the answer had. */
function expectNarrow(first: Reply, replay: Reply): void {
  expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(replay.text).not.toContain(secret)
  const idsOf = ({ json }: Reply) => (json?.data as RecordJson[]).map(({ id }) => id)
  expect(idsOf(replay)).toEqual(idsOf(first))
}

async function changeRule({ role }: Writer, fields: object): Promise<void> {
  const { id } = role.rules[0] as RecordJson
  const { version } = recordOf(await stage.client.read(Rule, id))
  recordOf(await stage.client.update(Rule, id, { version, ...fields }))
}

describe('a repeat shows what may be read when it is sent', () => {
  it('not a field that may no longer be read', async () => {
    const writer = await newWriter()
    const written = await writeAll(writer.client)
    await changeRule(writer, { readFields: ['name'] })
    for (const { first, again } of written) expectNarrow(first, await again())
    writer.client.close()
  })

  it('of a record that is no longer visible only the id and version', async () => {
    const writer = await newWriter()
    const written = await writeAll(writer.client)
    await changeRule(writer, { condition: { fieldName: 'name', operator: '=', value: 'nobody has it' } })
    for (const { first, again } of written) {
      const replay = await again()
      expectNarrow(first, replay)
      for (const record of replay.json?.data as RecordJson[]) expect(Object.keys(record)).toEqual(['id', 'version'])
    }
    writer.client.close()
  })

  it('not what an API key with fewer rights may not read, although it belongs to the same user', async () => {
    const writer = await newWriter()
    const small = await makeRole(stage.client, `small ${++made}`, [
      { model: Note, ...allActions, readFields: ['name'] },
    ])
    const { version } = recordOf(await stage.client.read(User, writer.user.id))
    recordOf(
      await stage.client.update(User, writer.user.id, { version, roles: [{ id: writer.role.id }, { id: small.id }] }),
    )
    const written = await writeAll(writer.client)
    const { token } = await makeKey(writer.client, { roles: [{ id: small.id }] })
    const headers = { authorization: `Bearer ${token}` }
    for (const { first, again } of written) expectNarrow(first, await again(program, headers))
    writer.client.close()
  })

  it('not what only an administrator sees', async () => {
    const { id } = await makeUser(stage.client, `admin-${++made}`, [], { admin: true })
    const client = await clientOf(stage.service, stage.database, id)
    const written = await writeAll(client)
    const role = await makeRole(stage.client, `once admin ${made}`, [
      { model: Note, ...allActions, readFields: ['name'] },
    ])
    recordOf(await stage.client.update(User, id, { version: 0, admin: false, roles: [{ id: role.id }] }))
    for (const { first, again } of written) expectNarrow(first, await again())
    client.close()
  })

  it('not what depended on a changed field of the user', async () => {
    const condition = { fieldName: 'region', operator: '=', value: '$user.region' }
    const writer = await newWriter({ condition }, { region: secret })
    const key = `region-${made}`
    const write = () => send(writer.client, key, 'PUT', notesAt, { data: { name: 'mine', region: secret } })
    const first = await write()
    expect(first.status).toBe(200)
    recordOf(await stage.client.update(User, writer.user.id, { version: 0, region: 'elsewhere' }))
    expectNarrow(first, await write())
    writer.client.close()
  })

  it('and exactly the first answer as long as the rights are the same, whatever others may do now', async () => {
    const writer = await newWriter()
    const written = await writeAll(writer.client)
    await makeRole(stage.client, `other ${++made}`, [{ model: Note, read: true }])
    await makeUser(stage.client, `other-${made}`)
    const another = await clientOf(stage.service, stage.database, writer.user.id)
    for (const { first, again } of written)
      for (const client of [writer.client, another]) {
        const replay = await again(client)
        expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
      }
    for (const client of [writer.client, another]) client.close()
  })
})
