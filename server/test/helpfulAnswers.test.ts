import { describe, expect, it } from 'vitest'
import { extendUser, integer, model, reference, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { fieldsOf } from '../src/model/extendUser.ts'
import { toModel } from '../src/model/toModel.ts'
import { pathOf } from './harness/actions.ts'
import { type Client, type Reply, recordOf, recordsOf } from './harness/client.ts'
import { clientOf, makeKey, makeRole, makeUser, Rule } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Department = model({
  name: 'edu.uni.desk.Department',
  title: 'code',
  fields: { code: text({ required: true, unique: true, max: 10 }) },
})
const Equipment = model({
  name: 'edu.uni.desk.Equipment',
  title: 'name',
  fields: { name: text({ max: 100 }), price: integer(), department: reference(Department) },
})
const extension = extendUser({ fields: { equipment: reference(Equipment) } })
const stage = useModels(
  withBuiltIn([toModel(Department), toModel(Equipment)], fieldsOf([{ file: 'people.ts', extension }])),
)

async function messageOf(reply: Promise<Reply>): Promise<{ status: number; message: string }> {
  const { status, json } = await reply
  return { status, message: (json?.data as { message: string }).message }
}

function post(path: string, body: unknown): Promise<Reply> {
  return stage.client.exchange('POST', path, { body })
}

const items = pathOf(Equipment)
const search = (criterion: object) => post(`${items}/search`, { data: { criteria: [criterion] } })

describe('a mistake that people make who know other services', () => {
  it('POST of one record: says that PUT creates one, and records several', async () => {
    expect((await post(items, { data: { name: 'Camera' } })).json?.errors).toEqual({
      data:
        'is not known here; the body can have records, key, show. ' +
        'To create one record, send PUT; to create several, send records',
    })
  })

  it('a record without data: shows how to put it there', async () => {
    const { json } = await stage.client.exchange('PUT', items, { body: { name: 'Camera', price: 3 } })
    const fault = 'is not known here; put the record into data: {"data": {"name": …}}'
    expect(json?.errors).toEqual({ name: fault, price: fault })
  })

  it('broken JSON: says where', async () => {
    const sent = stage.client.exchange('PUT', items, { body: '{"data": {"name": "Ada", }}', headers: json })
    expect(await messageOf(sent)).toEqual({
      status: 400,
      message: 'The body is not JSON: a name in double quotes is expected at line 1, column 26, not "}".',
    })
  })

  it.each(['Equipment', 'Equipmet', 'equipment'])('the model %s without its package: names the model', async (name) => {
    const { message } = await messageOf(stage.client.exchange('GET', `/ws/rest/${name}`))
    expect(message).toContain('Did you mean "edu.uni.desk.Equipment"?')
  })

  it('a field as a parameter: shows where', async () => {
    const { message } = await messageOf(stage.client.exchange('GET', `${items}?price=5`))
    expect(message).toContain(
      'To filter by the field price, send where={"fieldName":"price","operator":"=","value":…}.',
    )
  })

  it('a mistyped parameter gets a suggestion alone', async () => {
    const { message } = await messageOf(stage.client.exchange('GET', `${items}?limt=5`))
    expect(message).toContain('There is no parameter "limt". Did you mean "limit"? This path has ')
  })

  it.each([
    ['contains', 'Did you mean "like"? It finds text anywhere: %x%.'],
    ['starts_with', 'Did you mean "like"? Text that begins with x: x%.'],
    ['gte', 'Did you mean ">="?'],
    ['lik', 'Did you mean "like"?'],
  ])('the operator %s', async (operator, advice) => {
    expect((await messageOf(search({ fieldName: 'name', operator, value: 'x' }))).message).toContain(
      `There is no operator "${operator}". ${advice} Operators are `,
    )
  })

  it('a text instead of a reference: shows that a unique field can name the record', async () => {
    const { json } = await stage.client.create(Equipment.name, { department: 'CS' })
    expect(json?.errors).toEqual({
      department: 'must be an object with the id of a record, such as {"id": 5}, or with its code: {"code": "…"}',
    })
  })

  it('several mistakes in an aggregate: says all of them', async () => {
    const { message } = await messageOf(post(`${items}/aggregate`, { groupBy: ['nme'], sum: ['name'], avg: ['prce'] }))
    expect(message).toContain('There is no field "nme"')
    expect(message).toContain('The function sum is for numbers, and name is of type text.')
    expect(message).toContain('There is no field "prce"')
  })
})

const json = { 'content-type': 'application/json' }

describe('a credential that is not valid', () => {
  const me = (headers: Record<string, string>, cookie: string | null = null) =>
    messageOf(stage.client.exchange('GET', '/ws/me', { headers, cookie }))

  it('is told apart from none', async () => {
    const key = await makeKey(stage.client)
    expect((await me({ authorization: `Bearer ${key.token}` })).message).toBeUndefined()
    await stage.client.delete('tabularium.Key', key.id)
    const messages = {
      none: await me({}),
      ended: await me({ authorization: `Bearer ${key.token}` }),
      malformed: await me({ authorization: 'Bearer nothing' }),
      session: await me({}, `session=${'x'.repeat(43)}`),
    }
    expect(messages).toEqual({
      none: { status: 401, message: expect.stringContaining('Log in first: POST /callback') },
      ended: {
        status: 401,
        message: expect.stringContaining('This API key is not valid: it may have ended or expired.'),
      },
      malformed: { status: 401, message: expect.stringContaining('The Authorization header has no API key') },
      session: { status: 401, message: expect.stringContaining('This session is not valid: it may have ended') },
    })
  })
})

describe('rules over the record of the user', () => {
  let mine: { id: number }
  let other: { id: number }

  async function clientWithEquipment(username: string): Promise<Client> {
    mine = recordOf(await stage.client.create(Equipment.name, { name: 'mine' }))
    other = recordOf(await stage.client.create(Equipment.name, { name: 'other' }))
    const condition = { fieldName: 'id', operator: '=', value: '$user.equipment' }
    const role = await makeRole(stage.client, username, [
      { model: Equipment.name, read: true },
      { model: Equipment.name, read: true, update: true, delete: true, condition },
    ])
    const user = await makeUser(stage.client, username, [role], { equipment: { id: mine.id } })
    return clientOf(stage.service, stage.database, user.id)
  }

  it('compare id with a reference of the user', async () => {
    const client = await clientWithEquipment('tilo')
    expect((await client.update(Equipment.name, mine.id, { version: 0, name: 'changed' })).status).toBe(200)
    const others = recordsOf(await client.find(Equipment.name))
    expect(others.length).toBeGreaterThan(1)
    client.close()
  })

  it('refuse other records with the reason', async () => {
    const client = await clientWithEquipment('vera')
    const explained = `GET /ws/explain/${Equipment.name}/${other.id}?action=`
    const some = 'records of edu.uni.desk.Equipment, and this is not one of them.'
    expect(await messageOf(client.update(Equipment.name, other.id, { version: 0, name: 'x' }))).toEqual({
      status: 403,
      message: `You may update some ${some} ${explained}update explains why.`,
    })
    expect(await messageOf(client.delete(Equipment.name, other.id))).toEqual({
      status: 403,
      message: `You may delete some ${some} ${explained}delete explains why.`,
    })
    expect((await client.exchange('GET', explained.slice(4) + 'update')).status).toBe(200)
    expect((await messageOf(client.create(Equipment.name, { name: 'x' }))).message).toContain(
      'You may not create records',
    )
    client.close()
  })

  it('are refused if the reference is to another model', async () => {
    const condition = { fieldName: 'department', operator: '=', value: '$user.equipment' }
    const role = await makeRole(stage.client, 'misfit', [])
    const reply = await stage.client.create(Rule, {
      role: { id: role.id },
      model: Equipment.name,
      read: true,
      condition,
    })
    expect(reply.json?.errors).toEqual({ condition: expect.stringContaining('has another type') })
  })
})
