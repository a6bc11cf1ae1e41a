import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection, extendUser, model, reference, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { fieldsOf } from '../src/model/extendUser.ts'
import { toModel } from '../src/model/toModel.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { sql } from '../src/sql/sql.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { allActions, clientOf, makeRole, makeUser, Rule, User } from './harness/people.ts'
import { type TestService, startService } from './harness/service.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const [Department, Person, Item] = ['Department', 'Person', 'Item'].map((name) => `org.example.own.${name}`) as [
  string,
  string,
  string,
]
const declared = [
  model({ name: Department, title: 'code', fields: { code: text({ unique: true, max: 9 }) } }),
  model({
    name: Person,
    title: 'name',
    fields: {
      name: text({ max: 40 }),
      department: reference(Department),
      superior: reference(Person, { onDelete: 'clear' }),
      users: collection('tabularium.User', { by: 'person' }),
    },
  }),
  model({
    name: Item,
    title: 'name',
    fields: { name: text({ max: 40 }), department: reference(Department), person: reference(Person) },
  }),
]
const extension = extendUser({ fields: { person: reference(Person, { onDelete: 'clear' }) } })
const models = withBuiltIn(declared.map(toModel), fieldsOf([{ file: 'models.ts', extension }]))
const stage = useModels(models)

const ofDepartment = { fieldName: 'department', operator: '=', value: '$user.person.department' }
const ofPerson = { fieldName: 'id', operator: '=', value: '$user.person' }
const rules = [
  { model: Department, read: true },
  { model: Item, ...allActions, condition: ofDepartment },
  { model: Person, read: true, condition: ofPerson },
]
let second: TestService
let admin: Client
let role: { id: number }
let physics: RecordJson
let chemistry: RecordJson
let count = 0

beforeAll(async () => {
  admin = stage.client
  second = await startService(stage.database.url, {}, models)
  physics = recordOf(await admin.create(Department, { code: 'PHY' }))
  chemistry = recordOf(await admin.create(Department, { code: 'CHE' }))
  role = await makeRole(admin, 'desk', rules)
})
afterAll(() => second.stop())

const newPerson = async (department: RecordJson | undefined = physics) =>
  recordOf(await admin.create(Person, { name: `p${++count}`, department: department && { id: department.id } }))
const newItem = async (department: RecordJson) =>
  recordOf(await admin.create(Item, { name: `i${++count}`, department: { id: department.id } }))

/** A user of a person, with a client of each service. */
async function userOf(person: RecordJson | null, roles: readonly { id: number }[] = [role]) {
  const fields = person ? { person: { id: person.id } } : {}
  const user = await makeUser(admin, `user${++count}`, roles, fields)
  const clients = [stage.service, second].map((service) => clientOf(service, stage.database, user.id))
  return { user, clients: await Promise.all(clients) }
}

const statusOf = (clients: readonly Client[], model: string, id: number) =>
  Promise.all(clients.map(async (client) => (await client.read(model, id)).status))

describe('a condition about the record that the user refers to', () => {
  it('decides which records are seen and written', async () => {
    const { clients } = await userOf(await newPerson())
    const [own, other] = [await newItem(physics), await newItem(chemistry)]
    expect(await statusOf(clients, Item, own.id)).toEqual([200, 200])
    expect(await statusOf(clients, Item, other.id)).toEqual([404, 404])
    const [client] = clients
    expect(recordsOf(await (client as Client).find(Item)).map(({ id }) => id)).toContain(own.id)
    const create = (department: RecordJson) =>
      (client as Client).create(Item, { name: 'new', department: { id: department.id } })
    expect([(await create(physics)).status, (await create(chemistry)).status]).toEqual([200, 403])
    const moved = await (client as Client).update(Item, own.id, { version: 0, department: { id: chemistry.id } })
    expect(moved.status).toBe(403)
  })

  it('is decided anew in every process once that record has changed', async () => {
    const person = await newPerson()
    const { clients } = await userOf(person)
    const [here, there] = [await newItem(physics), await newItem(chemistry)]
    expect(await statusOf(clients, Item, here.id)).toEqual([200, 200])
    expect(await statusOf(clients, Item, there.id)).toEqual([404, 404])
    recordOf(await admin.update(Person, person.id, { version: 0, department: { id: chemistry.id } }))
    expect(await statusOf(clients, Item, here.id)).toEqual([404, 404])
    expect(await statusOf(clients, Item, there.id)).toEqual([200, 200])
  })

  it('shows nothing of it in a replayed answer, once the person has moved', async () => {
    const person = await newPerson()
    const { clients } = await userOf(person)
    const send = () =>
      (clients[0] as Client).exchange('PUT', `/ws/rest/${Item}`, {
        body: { data: { name: 'replayed', department: { id: physics.id } } },
        headers: { 'idempotency-key': `key-of-${person.id}` },
      })
    expect((await send()).text).toContain('"replayed"')
    recordOf(await admin.update(Person, person.id, { version: 0, department: { id: chemistry.id } }))
    expect((await send()).text).not.toContain('"replayed"')
  })

  it('is met by nothing for users without the record, without its value, or whose record was deleted', async () => {
    const item = await newItem(physics)
    const nobody = await userOf(null)
    const without = recordOf(await admin.create(Person, { name: 'without' }))
    const lost = await userOf(without)
    const person = await newPerson()
    const { clients } = await userOf(person)
    expect(await statusOf(clients, Item, item.id)).toEqual([200, 200])
    expect((await admin.delete(Person, person.id, 0)).status).toBe(200)
    for (const one of [nobody.clients, lost.clients, clients])
      expect(await statusOf(one, Item, item.id)).toEqual([404, 404])
    expect(recordsOf(await (nobody.clients[0] as Client).find(Person))).toEqual([])
  })

  it('waits for a move that is under way: a write is judged by the person as it is then', async () => {
    const person = await newPerson()
    const { clients } = await userOf(person)
    const item = await newItem(physics)
    const mover = await Connection.open(stage.database.url)
    await mover.query(sql`begin`)
    await mover.query(
      sql`update record.org_example_own_person set department = ${chemistry.id} where id = ${person.id}`,
    )
    const write = (clients[0] as Client).update(Item, item.id, { version: 0, name: 'mine' })
    await until('the write waits for the person', async () => {
      const [row] = await stage.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return row
    })
    await mover.query(sql`commit`)
    await mover.close()
    expect((await write).status).not.toBe(200)
    expect(recordOf(await admin.read(Item, item.id))).toMatchObject({ version: 0 })
  })
})

describe('the person of a user', () => {
  it('is the only one that the user sees, by $user.person and id', async () => {
    const person = await newPerson()
    const { clients } = await userOf(person)
    expect(recordsOf(await (clients[0] as Client).find(Person)).map(({ id }) => id)).toEqual([person.id])
    expect(await statusOf(clients, Person, (await newPerson()).id)).toEqual([404, 404])
  })

  it('is compared with ids of its own model only', async () => {
    const make = (condition: object, of = Item) =>
      admin.create(Rule, { role: { id: role.id }, model: of, read: true, condition })
    expect((await make(ofPerson)).text).toContain('has another type than id')
    expect((await make({ ...ofDepartment, value: '$user.person.name' })).text).toContain('has another type')
    expect((await make({ ...ofDepartment, value: '$user.person.nothing' })).text).toContain('There is no field')
    expect((await make({ ...ofDepartment, value: '$user.name.length' })).text).toContain('is not a reference')
    expect((await make({ ...ofDepartment, value: '$user.person.superior.department' })).text).toContain('no variable')
    const superior = { fieldName: 'id', operator: '=', value: '$user.person.superior' }
    expect((await make(superior, Person)).status).toBe(200)
  })

  it('can not be set by the users themselves, not even if they may write users', async () => {
    const managing = await makeRole(admin, 'managing', [
      { model: User, read: true, update: true, writeFields: ['person', 'name'] },
      { model: Person, read: true },
    ])
    const person = await newPerson()
    const { user, clients } = await userOf(person, [role, managing])
    const other = await newPerson(chemistry)
    const set = await (clients[0] as Client).update(User, user.id, { version: 0, person: { id: other.id } })
    expect(set.status).toBe(403)
    const asMember = await admin.read(User, user.id)
    expect(recordOf(asMember)['person']).toMatchObject({ id: person.id })
  })

  it('is shown to the user and in explanations, with what rules ask for', async () => {
    const person = await newPerson()
    const { user, clients } = await userOf(person)
    const variables = { person: person.id, 'person.department': physics.id }
    const me = await (clients[0] as Client).exchange('GET', '/ws/me')
    expect(me.json?.data).toMatchObject([{ variables }])
    const why = await admin.exchange('GET', `/ws/explain/${Item}?action=read&user=${user.id}`)
    expect(why.json?.data).toMatchObject([{ variables }])
  })
})
