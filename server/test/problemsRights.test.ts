import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { Department, desk, Equipment, Part } from './harness/lending.ts'
import { allActions, makeRole, makeUser, openSession, User } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(desk)
let made = 0
let own: RecordJson
let foreign: RecordJson

function fresh(): string {
  made += 1
  return `R-${made}`
}

beforeAll(async () => {
  own = recordOf(await stage.client.create(Department.name, { code: fresh(), name: 'Own' }))
  foreign = recordOf(await stage.client.create(Department.name, { code: fresh(), name: 'Foreign' }))
})

/** A client of a user who has these rules alone. */
async function user(rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, fresh(), rules)
  const { id } = await makeUser(stage.client, fresh().toLowerCase(), [role])
  const client = new Client(stage.service.url, 4)
  client.cookie = await openSession(stage.database, id)
  return client
}

function equipment(department: RecordJson, more: object = {}): object {
  return { name: 'Good', serialNumber: fresh(), category: 'audio', department: { id: department.id }, ...more }
}

function problemsOf({ json }: Reply): unknown {
  return (json?.data as { problems?: unknown }).problems
}

const ownOnly = () => ({ fieldName: 'department', operator: '=', value: own.id })

describe('what is told of a row', () => {
  it('names another record only to those who see it, with the fields that must be unique', async () => {
    const taken = fresh()
    const { id } = recordOf(await stage.client.create(Equipment.name, equipment(foreign, { serialNumber: taken })))
    const departments = { model: Department.name, read: true }
    const sees = await user([departments, { model: Equipment.name, ...allActions }])
    const blind = await user([departments, { model: Equipment.name, ...allActions, condition: ownOnly() }])
    const fields = ['name', 'category', 'department', 'shelf']
    const half = await user([
      departments,
      { model: Equipment.name, create: true },
      { model: Equipment.name, read: true, readFields: fields },
    ])
    const records = [equipment(own, { serialNumber: taken }), equipment(own, { category: 'boat' })]
    const others = async (client: Client) => problemsOf(await saveMany(client, Equipment.name, records))
    const boat = { index: 1, field: 'category' }
    expect(await others(sees)).toMatchObject([{ index: 0, code: 'not-unique', others: [{ id, name: 'Good' }] }, boat])
    for (const client of [blind, half]) {
      const told = await others(client)
      expect(told).toMatchObject([{ index: 0, code: 'not-unique' }, boat])
      expect(JSON.stringify(told)).not.toContain('others')
      const alone = await client.create(Equipment.name, records[0])
      expect(alone).toMatchObject({ status: 409 })
      expect(alone.text).not.toContain('others')
    }
  })

  it('is that the caller may not write it, for all such rows, before and after the write', async () => {
    const rules = { model: Equipment.name, read: true, create: true, update: true }
    const client = await user([
      { model: Department.name, read: true },
      { ...rules, update: false, create: false },
      { model: Equipment.name, create: true, update: true, condition: ownOnly() },
    ])
    const hers = recordOf(await stage.client.create(Equipment.name, equipment(own)))
    const theirs = recordOf(await stage.client.create(Equipment.name, equipment(foreign)))
    const reply = await saveMany(client, Equipment.name, [
      equipment(own),
      equipment(foreign),
      { id: theirs.id, version: 0, serialNumber: hers['serialNumber'] },
      { id: hers.id, version: 0, department: { id: foreign.id } },
      equipment(foreign),
    ])
    expect(reply.status).toBe(403)
    const forbidden = [1, 2, 3, 4].map((index) => ({ index, code: 'not-permitted' }))
    expect(problemsOf(reply)).toMatchObject(forbidden)
    expect(JSON.stringify(problemsOf(reply))).not.toContain('not-unique')
  })
})

describe('members, links and rules of the database', () => {
  it('are tried, and told for each row', async () => {
    await stage.database.query(`alter table record.desk_part add constraint no_tape check (name <> 'Tape') not valid;`)
    const records = [
      equipment(own, { parts: [{ name: 'Lens' }, { name: 'Lens' }] }),
      equipment(own, { labels: [{ id: 999_999 }] }),
      equipment(own, { parts: [{ name: 'Lid', department: { id: 999_999 } }] }),
      equipment(own, { parts: [{ name: 'Tape' }] }),
      equipment(own, { parts: [{ name: 'Bag' }] }),
    ]
    const reply = await saveMany(stage.client, Equipment.name, records)
    expect(reply).toMatchObject({ status: 400, json: { data: { code: 'invalid-record', complete: true } } })
    expect(problemsOf(reply)).toMatchObject([
      { index: 0, code: 'not-unique', fields: ['equipment', 'name'] },
      { index: 1, field: expect.stringMatching(/^labels/), code: 'invalid-record' },
      { index: 2, field: 'parts.0.department', code: 'invalid-record' },
      { index: 3, code: 'invalid-record', message: expect.stringContaining('a rule of the database') },
    ])
    expect((await stage.client.find(Part.name, '?limit=0')).json?.total).toBe(0)
  })
})

describe('users', () => {
  it('with wrong values, roles and passwords are told together, and no password is in the answer', async () => {
    const records = [
      { name: 'x', password: null, roles: [] },
      { username: fresh().toLowerCase(), password: 'correct-horse-1', roles: [{}] },
      { username: 'admin', password: 'correct-horse-2' },
    ]
    const reply = await saveMany(stage.client, User, records, { query: '?dryRun=true' })
    expect(reply).toMatchObject({ status: 400, json: { data: { code: 'invalid-record' } } })
    expect(problemsOf(reply)).toMatchObject([
      { index: 0, field: 'username', message: 'is required' },
      { index: 1, field: 'roles.0' },
      { index: 2, field: 'username', code: 'not-unique', others: [{ username: 'admin' }] },
    ])
    expect(reply.text).not.toContain('correct-horse')
    const short = [...records, { username: fresh().toLowerCase(), password: 'short' }]
    const refused = await saveMany(stage.client, User, short, { query: '?dryRun=true' })
    expect(refused.json?.data).toMatchObject({ complete: false, problems: [{ index: 0 }, { index: 1 }, { index: 3 }] })
  })
})
