import { describe, expect, it } from 'vitest'
import { admin, Client, recordOf } from '../harness/client.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const text = 'must be text'

/** JSON values that are not text, some of which look like the right text. */
const disguises: [string, string][] = [
  ['a number', '1'],
  ['zero', '0'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['an empty text', '""'],
  ['an array with the text', '["admin"]'],
  ['an empty array', '[]'],
  ['an operator', '{"$ne":null}'],
  ['another operator', '{"$regex":".*"}'],
  ['an object that says how long it is', '{"length":5}'],
  ['an object that can be made text', '{"toString":"admin","valueOf":"admin"}'],
  ['an object with a prototype', '{"__proto__":"admin"}'],
]

function login(path: string, body: string) {
  return new Client(stage.service.url).exchange('POST', path, { body })
}

describe.each(['/callback', '/login.jsp'])('POST %s', (path) => {
  it.each(disguises)('takes text for a username, not %s', async (_, value) => {
    const reply = await login(path, `{"username":${value},"password":"${admin.password}"}`)
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { username: text } }))
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it.each(disguises)('takes text for a password, not %s', async (_, value) => {
    const reply = await login(path, `{"username":"admin","password":${value}}`)
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { password: text } }))
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it.each(disguises)('reports both errors at once (%s)', async (_, value) => {
    const reply = await login(path, `{"username":${value},"password":${value}}`)
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { username: text, password: text } }))
  })

  it.each([
    ['nothing of it', '{}'],
    ['members of other names', '{"user":"admin","pass":"correct-horse-battery"}'],
    ['members in capitals', '{"Username":"admin","Password":"correct-horse-battery"}'],
    ['a member more', '{"username":"admin","password":"correct-horse-battery","admin":true}'],
    ['the record form', '{"data":{"username":"admin","password":"correct-horse-battery"}}'],
    ['an array', '[{"username":"admin","password":"correct-horse-battery"}]'],
    ['a text', '"admin"'],
    ['a number', '1'],
    ['null', 'null'],
  ])('takes an object with username and password, and not %s', async (_, body) => {
    expect(shown(await login(path, body))).toEqual(refusal('invalid-record', { errors: expect.any(Object) }))
  })

  it('takes each member once', async () => {
    const twice = `{"username":"nobody","username":"admin","password":"${admin.password}"}`
    expect(shown(await login(path, twice))).toEqual(refusal('malformed-json'))
    const escaped = `{"username":"nobody","\\u0075sername":"admin","password":"${admin.password}"}`
    expect(shown(await login(path, escaped))).toEqual(refusal('malformed-json'))
  })
})

describe('a record', () => {
  it.each(disguises.filter(([, value]) => value !== 'null' && value !== '""'))(
    'takes its own types, and not %s',
    async (_, value) => {
      const fields = ['firstName', 'lastName', 'status', 'birthDate', 'lastContactedOn', 'company', 'email', 'notes']
      const body = `{"data":{${fields.map((field) => `"${field}":${value}`).join()}}}`
      const reply = await stage.client.exchange('PUT', `/ws/rest/${Contact}`, { body })
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.json?.errors ?? {}).toSorted()).toEqual(fields.toSorted())
    },
  )

  it.each(['"true"', '1', '0', '"yes"', '[true]', '{}'])(
    'takes true and false for a boolean, not %s',
    async (value) => {
      const body = `{"data":{"firstName":"A","lastName":"B","vip":${value}}}`
      expect(shown(await stage.client.exchange('PUT', `/ws/rest/${Contact}`, { body }))).toEqual(
        refusal('invalid-record', { errors: { vip: expect.any(String) } }),
      )
    },
  )

  it.each(['"0"', '0.5', 'true', '[0]', '{"version":0}', '"zero"', '1e400'])(
    'takes a whole number for a version, not %s',
    async (value) => {
      const { id } = recordOf(await stage.client.create(Contact, { firstName: 'A', lastName: 'B' }))
      const body = `{"data":{"version":${value},"firstName":"Changed"}}`
      expect((await stage.client.exchange('POST', `/ws/rest/${Contact}/${id}`, { body })).status).toBe(400)
      expect(recordOf(await stage.client.read(Contact, id)).firstName).toBe('A')
    },
  )
})

describe('the fields of a record', () => {
  const values: [string, unknown][] = [
    ['a number', 5],
    ['true', true],
    ['an array', []],
    ['an object', {}],
    ['an operator', { $ne: null }],
    ['a text in an array', ['x']],
  ]

  it.each(values)('%s is not a text, choice, date, date-time, decimal, reference or e-mail', async (_, value) => {
    const fields = [
      'firstName',
      'lastName',
      'status',
      'birthDate',
      'lastContactedOn',
      'credit',
      'company',
      'email',
      'phone',
      'notes',
    ]
    const reply = await stage.client.create(Contact, Object.fromEntries(fields.map((field) => [field, value])))
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json?.errors ?? {}).toSorted()).toEqual(fields.toSorted())
  })
})
