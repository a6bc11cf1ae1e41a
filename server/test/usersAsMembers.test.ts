import { beforeAll, describe, expect, it } from 'vitest'
import { collection, extendUser, model, reference, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { fieldsOf } from '../src/model/extendUser.ts'
import { toModel } from '../src/model/toModel.ts'
import { pathOf, saveMany } from './harness/actions.ts'
import { Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Key, makeKey, User } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

/** A model that users belong to, and users to whom their keys belong. */
const Desk = model({
  name: 'org.example.Desk',
  title: 'name',
  fields: { name: text({ required: true, max: 50 }), people: collection(User, { by: 'desk' }) },
})
const extension = extendUser({ fields: { desk: reference(Desk), keys: collection(Key, { by: 'user' }) } })
const stage = useModels(withBuiltIn([toModel(Desk)], fieldsOf([{ file: 'people.ts', extension }])))
const password = 'a-password-to-be-hashed'
let desk: RecordJson
let user: RecordJson

beforeAll(async () => {
  desk = recordOf(await stage.client.create(Desk.name, { name: 'North', people: [{ username: 'ann', name: 'Ann' }] }))
  const people = await stage.client.exchange('GET', `${pathOf(Desk, desk.id)}?fields=people`)
  user = (recordOf(people)['people'] as RecordJson[])[0] as RecordJson
})

/** Every way to write a member, with what stands before the names of its faults. */
const ways: [string, (person: object) => Promise<Reply>, string][] = [
  ['with a new record', (person) => stage.client.create(Desk.name, { name: 'New', people: [person] }), 'people.0.'],
  [
    'with a change',
    (person) => stage.client.update(Desk.name, desk.id, { version: desk.version, people: [person] }),
    'people.0.',
  ],
  [
    'with one of many',
    (person) => saveMany(stage.client, Desk.name, [{ name: 'A' }, { name: 'B', people: [person] }]),
    '1.people.0.',
  ],
]

const passwordOf = async (username: string) => {
  const rows = await stage.database.query<{ password: string | null }>(
    'select password from record.tabularium_user where username = $1',
    [username],
  )
  return rows[0]?.password
}

describe('the password of a user who is written from another record', () => {
  it.each(ways)('is refused if it is too weak, %s', async (_, write, prefix) => {
    const before = await takeSnapshot(stage.database)
    const expected = refusal('invalid-record', {
      errors: { [`${prefix}password`]: 'must have at least 12 characters, and has 5: add a word or two' },
    })
    for (const person of [
      { username: 'bob', password: 'short' },
      { id: user.id, version: user.version, password: 'short' },
    ])
      expect(shown(await write(person))).toMatchObject(expected)
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })

  it.each(ways)('is hashed, %s', async (way, write) => {
    const username = way.replaceAll(' ', '.')
    expect((await write({ username, password })).status).toBe(200)
    expect(await passwordOf(username)).toMatch(/^\$argon2id\$/)
    desk = recordOf(await stage.client.read(Desk.name, desk.id))
    user = recordOf(await stage.client.read(User, user.id))
  })

  it('is hashed in the record of the user, who stays a member', async () => {
    user = recordOf(
      await stage.client.update(User, user.id, { version: user.version, password, desk: { id: desk.id } }),
    )
    const client = new Client(stage.service.url)
    expect((await client.login({ username: 'ann', password })).status).toBe(200)
    client.close()
    const [row] = await stage.database.query<{ password: string; desk: string }>(
      'select password, desk from record.tabularium_user where id = $1',
      [user.id],
    )
    expect(row).toEqual({ password: expect.stringMatching(/^\$argon2id\$/), desk: String(desk.id) })
  })
})

describe('an API key is not made with another record, where nobody would see it', () => {
  it('and is kept, renamed or deleted there', async () => {
    const { id } = await makeKey(stage.client, { user: { id: user.id } })
    const { version } = recordOf(await stage.client.read(User, user.id))
    const write = (keys: object[]) => stage.client.update(User, user.id, { version, keys })
    expect(shown(await write([{ id, version: 0 }, { name: 'new' }]))).toEqual(
      refusal('invalid-record', {
        errors: { 'keys.1': 'is an API key, which must be created alone because it is shown once' },
      }),
    )
    recordOf(await write([{ id, version: 0, name: 'renamed' }]))
    expect(recordOf(await stage.client.read(Key, id))).toMatchObject({
      name: 'renamed',
      start: expect.stringMatching(/^tab_/),
    })
  })
})
