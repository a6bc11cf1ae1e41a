import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shapeOf, toPageToken } from '../src/plan/pageToken.ts'
import { pathOf, saveAll, search } from './harness/actions.ts'
import { type Client, type Message, recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { CountingProxy } from './harness/CountingProxy.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { payloads } from './harness/payloads.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'
import { takeSnapshot } from './harness/snapshot.ts'

let database: TestDatabase
let proxy: CountingProxy
let service: TestService
let client: Client
let contact: RecordJson
let company: RecordJson

beforeAll(async () => {
  database = await createDatabase()
  proxy = await CountingProxy.start(database.url)
  service = await startService(proxy.url, { logLevel: 'error', foldInterval: '50ms' })
  client = await loggedIn(service, 8)
  company = recordOf(await client.create(Company, { name: 'Acme', contacts: [{ firstName: 'A', lastName: 'B' }] }))
  contact = recordOf(await client.create(Contact, { firstName: 'C', lastName: 'D', company: { id: company.id } }))
})

afterAll(async () => {
  client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

/** A request with a text at one of the places where a client can put one. */
type Place = (text: string) => [method: string, path: string, body?: Message['body']]

const find = (parameters: Record<string, string>) => `${pathOf(Contact)}?${new URLSearchParams(parameters)}`
const searching = (body: object): ReturnType<Place> => ['POST', pathOf(Contact, 'search'), body]
const criterion = (one: object): ReturnType<Place> => searching({ data: { criteria: [one] } })
const person = { firstName: 'X', lastName: 'Y' }

/** Where names stand: nothing but the names that the model declares is taken. */
const names: Record<string, Place> = {
  'the field of a criterion': (text) => criterion({ fieldName: text, operator: 'isNull' }),
  'the field behind a reference': (text) => criterion({ fieldName: `company.${text}`, operator: 'isNull' }),
  'the field of links': (text) => criterion({ fieldName: `tags.${text}`, operator: 'isNull' }),
  'the field before a dot': (text) => criterion({ fieldName: `${text}.name`, operator: 'isNull' }),
  'an operator': (text) => criterion({ fieldName: 'firstName', operator: text, value: 'x' }),
  'the operator of a group': (text) => searching({ data: { operator: text, criteria: [] } }),
  'a member of a criterion': (text) => criterion({ fieldName: 'firstName', operator: '=', value: 'x', [text]: 1 }),
  'a member of a group': (text) => searching({ data: { criteria: [], [text]: 1 } }),
  'a member of a search': (text) => searching({ [text]: 1 }),
  'a sort key': (text) => searching({ sortBy: [text] }),
  'a sort key, descending': (text) => searching({ sortBy: [`-${text}`] }),
  'a dotted sort key': (text) => searching({ sortBy: [`company.${text}`] }),
  'a field': (text) => searching({ fields: [text] }),
  'a dotted field': (text) => searching({ fields: [`company.contacts.${text}`] }),
  'a token': (text) => searching({ after: text }),
  'a field in the address': (text) => ['GET', find({ fields: `firstName,${text}` })],
  'a sort key in the address': (text) => ['GET', find({ sortBy: text })],
  'criteria in the address': (text) => ['GET', find({ where: text })],
  'the field of criteria in the address': (text) => [
    'GET',
    find({ where: JSON.stringify({ criteria: [{ fieldName: text, operator: 'isNull' }] }) }),
  ],
  'a token in the address': (text) => ['GET', find({ after: text })],
  'a total in the address': (text) => ['GET', find({ total: text })],
  'a parameter': (text) => ['GET', find({ [text]: 'x' })],
  'a field of a read': (text) => ['GET', `${pathOf(Contact, contact.id)}?${new URLSearchParams({ fields: text })}`],
  'a parameter of a write': (text) => ['POST', `${pathOf(Contact)}?${new URLSearchParams({ [text]: 'x' })}`, {}],
  'a dry run': (text) => ['POST', `${pathOf(Contact)}?${new URLSearchParams({ dryRun: text })}`, { records: [person] }],
  'a member of a bulk call': (text) => ['POST', pathOf(Contact), { records: [person], [text]: 1 }],
  'a member of a record': (text) => ['POST', pathOf(Contact), { records: [{ ...person, [text]: 1 }] }],
  'a member of a member': (text) => [
    'POST',
    pathOf(Company),
    { records: [{ name: 'x', contacts: [{ ...person, [text]: 1 }] }] },
  ],
  'a member of a link': (text) => ['POST', pathOf(Contact), { records: [{ ...person, tags: [{ id: 1, [text]: 1 }] }] }],
  'a member of a reference': (text) => [
    'POST',
    pathOf(Contact),
    { records: [{ ...person, company: { id: company.id, [text]: 1 } }] },
  ],
  'a member of a removal': (text) => [
    'POST',
    pathOf(Contact, 'removeAll'),
    { records: [{ id: 1, version: 0, [text]: 1 }] },
  ],
  'a value to change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { [text]: 1 }, maxAffected: 5 },
  ],
  'a member of a mass change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { vip: true }, maxAffected: 5, [text]: 1 },
  ],
  'the field of a mass change': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: { criteria: [{ fieldName: text, operator: 'isNull' }] }, values: { vip: true }, maxAffected: 5 },
  ],
  'a model': (text) => ['POST', `/ws/rest/${encode(text)}/search`, {}],
  'a model of metadata': (text) => ['GET', `/ws/meta/fields/${encode(text)}`],
  'an offset': (text) => searching({ offset: text }),
  'a limit': (text) => searching({ limit: text }),
  'the most that may be affected': (text) => [
    'POST',
    pathOf(Contact, 'updateMass'),
    { data: {}, values: { vip: true }, maxAffected: text },
  ],
  'an id': (text) => ['POST', pathOf(Contact, 'removeAll'), { records: [{ id: text, version: 0 }] }],
  'a version': (text) => ['POST', pathOf(Contact, 'removeAll'), { records: [{ id: 1, version: text }] }],
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Where values stand: any text that PostgreSQL can hold may be asked for, and is a value and nothing else. */
const values: Record<string, Place> = {
  equality: (text) => criterion({ fieldName: 'firstName', operator: '=', value: text }),
  'a value of like': (text) => criterion({ fieldName: 'firstName', operator: 'like', value: text }),
  'a list': (text) => criterion({ fieldName: 'firstName', operator: 'in', value: [text, 'x'] }),
  between: (text) => criterion({ fieldName: 'firstName', operator: 'between', value: text, value2: text }),
  'a value behind a reference': (text) => criterion({ fieldName: 'company.name', operator: '!=', value: text }),
  'a value of links': (text) => criterion({ fieldName: 'tags.name', operator: 'notLike', value: text }),
  'a computed field': (text) => criterion({ fieldName: 'fullName', operator: '>', value: text }),
  'words to search for': (text) => ['GET', find({ q: text.replaceAll(/\s/g, '') })],
  'a value in the address': (text) => [
    'GET',
    find({ where: JSON.stringify({ criteria: [{ fieldName: 'lastName', operator: '<=', value: text }] }) }),
  ],
  'the key of a token that somebody made': (text) => {
    const shape = shapeOf(Contact, { sortBy: ['lastName'] })
    return searching({ sortBy: ['lastName'], after: toPageToken([text, '1'], shape) })
  },
  'a value to try': (text) => [
    'POST',
    `${pathOf(Contact)}?dryRun=true`,
    { records: [{ firstName: text, lastName: 'x', preferences: { [text]: text } }] },
  ],
  'a value of a mass change': (text) => [
    'POST',
    `${pathOf(Contact, 'updateMass')}?dryRun=true`,
    {
      data: { criteria: [{ fieldName: 'notes', operator: '=', value: text }] },
      values: { notes: text },
      maxAffected: 5,
    },
  ],
}

/** Where something else than a text is due: whatever is sent as text, object or array is refused. */
const typed: Record<string, Place> = {
  'a whole number': (text) => criterion({ fieldName: 'company.employees', operator: '=', value: text }),
  'a decimal number': (text) => criterion({ fieldName: 'credit', operator: '>', value: text }),
  'a date': (text) => criterion({ fieldName: 'birthDate', operator: '=', value: text }),
  'a moment': (text) => criterion({ fieldName: 'createdOn', operator: '=', value: text }),
  'a choice': (text) => criterion({ fieldName: 'status', operator: '=', value: text }),
  'a boolean': (text) => criterion({ fieldName: 'vip', operator: '=', value: text }),
  'a reference': (text) => criterion({ fieldName: 'company', operator: '=', value: text }),
  'the id of a reference': (text) => criterion({ fieldName: 'company', operator: '=', value: { id: text } }),
  'a member of a reference to compare with': (text) =>
    criterion({ fieldName: 'company', operator: '=', value: { id: 1, [text]: 1 } }),
  'a member of a link to compare with': (text) =>
    criterion({ fieldName: 'tags', operator: '=', value: { id: 1, [text]: 1 } }),
  'an object with it as key': (text) => criterion({ fieldName: 'firstName', operator: '=', value: { [text]: 1 } }),
  'an object with it as value': (text) => criterion({ fieldName: 'firstName', operator: '=', value: { x: text } }),
  'an array': (text) => criterion({ fieldName: 'firstName', operator: '=', value: [text] }),
  'an array in a list': (text) => criterion({ fieldName: 'firstName', operator: 'in', value: [[text]] }),
  'an object in a list': (text) => criterion({ fieldName: 'firstName', operator: 'notIn', value: [{ [text]: text }] }),
  'a pattern in an object': (text) => criterion({ fieldName: 'firstName', operator: 'like', value: { [text]: 1 } }),
  'the end of a range': (text) =>
    criterion({ fieldName: 'firstName', operator: 'between', value: 'a', value2: { [text]: 1 } }),
  'the field as an object': (text) => criterion({ fieldName: { [text]: 1 }, operator: 'isNull' }),
  'the operator as an object': (text) => criterion({ fieldName: 'firstName', operator: { [text]: 1 }, value: 'x' }),
  'a sort key as an object': (text) => searching({ sortBy: [{ [text]: 1 }] }),
  'sort keys as an object': (text) => searching({ sortBy: { [text]: 1 } }),
  'a field as an object': (text) => searching({ fields: [{ [text]: 1 }] }),
  'a token as an object': (text) => searching({ after: { [text]: 1 } }),
  'criteria as an object': (text) => searching({ data: { criteria: { [text]: 1 } } }),
  'records as an object': (text) => ['POST', pathOf(Contact), { records: { [text]: 1 } }],
  'a record as a text': (text) => ['POST', pathOf(Contact), { records: [text] }],
  'links as an object': (text) => ['POST', pathOf(Contact), { records: [{ ...person, tags: { [text]: 1 } }] }],
  'members as a text': (text) => ['POST', pathOf(Company), { records: [{ name: 'x', contacts: text }] }],
}

/** Texts that the service’s own work may add at any time. */
const ownWork = /tabularium fold|prepare_journal|tabularium\.(searches|answers) where|into tabularium\.searches/

async function send(place: Place, text: string): Promise<Reply> {
  const [method, path, body] = place(text)
  return client.exchange(method, path, body === undefined ? {} : { body })
}

/** Sends every payload to a place, after a harmless text has shown which statements belong to it. */
async function attack(place: Place): Promise<{ replies: Reply[]; added: string[] }> {
  await send(place, 'harmless')
  const before = new Set(proxy.texts)
  const replies: Reply[] = []
  for (const payload of payloads) replies.push(await send(place, payload))
  const added = [...proxy.texts].filter((text) => !before.has(text) && !ownWork.test(text))
  return { replies, added }
}

/** The payloads whose answer was another one than expected, with the answer. */
function unexpected(replies: readonly Reply[], expected: readonly number[]): string[] {
  return replies.flatMap(({ status, text }, n) =>
    expected.includes(status) ? [] : [`${JSON.stringify(payloads[n])}: HTTP ${status} ${text.slice(0, 200)}`],
  )
}

/** NUL and halves of pairs are no text; all others may be asked for. */
const noTexts = payloads.filter((text) => text.includes('\0') || !text.isWellFormed())

describe('40 payloads', () => {
  it('are 40, and different', () => {
    expect(new Set(payloads).size).toBe(40)
  })

  it.each(Object.entries(names))('as %s are refused, and no statement is made of them', async (_, place) => {
    const before = await takeSnapshot(database)
    const { replies, added } = await attack(place)
    expect(unexpected(replies, [400, 404])).toEqual([])
    expect(added).toEqual([])
    expect(await takeSnapshot(database)).toEqual(before)
  })

  it.each(Object.entries(typed))(
    'in the place of %s are refused, and no statement is made of them',
    async (_, place) => {
      const before = await takeSnapshot(database)
      const { replies, added } = await attack(place)
      expect(unexpected(replies, [400])).toEqual([])
      expect(added).toEqual([])
      expect(await takeSnapshot(database)).toEqual(before)
    },
  )

  it.each(Object.entries(values))(
    'in %s are values: the statement is the same for all of them',
    async (what, place) => {
      const before = await takeSnapshot(database)
      const { replies, added } = await attack(place)
      expect(unexpected(replies, [200, 400])).toEqual([])
      expect(added).toEqual([])
      const refused = payloads.filter((_, n) => replies[n]?.status === 400)
      // An address has no halves of pairs, and a word may be too long; JSON and bodies refuse what is no text and no more.
      if (!what.includes('address') && !what.includes('words') && !what.includes('token') && !what.includes('try'))
        expect(refused).toEqual(noTexts)
      expect(await takeSnapshot(database)).toEqual(before)
    },
  )

  it('are answered by a service that works on as before', async () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(recordOf(await client.read(Contact, contact.id))).toEqual(contact)
    expect(service.logs()).not.toContain('internal failure')
    await until('the counts are folded', () => [...proxy.texts].some((text) => text.includes('tabularium fold')))
  })
})

describe('what was stored and is used later', () => {
  const texts = payloads.filter((text) => !noTexts.includes(text)).map((text) => text.slice(0, 60).trim() || 'x')
  let stored: RecordJson[]

  beforeAll(async () => {
    const unique = [...new Set(texts)]
    const tags = recordsOf(
      await saveAll(
        client,
        Tag,
        unique.map((name) => ({ name })),
      ),
    )
    const companies = recordsOf(
      await saveAll(
        client,
        Company,
        unique.map((name) => ({ name })),
      ),
    )
    stored = recordsOf(
      await saveAll(
        client,
        Contact,
        unique.map((name, n) => ({
          firstName: name.replaceAll(/[\r\n]/g, ' '),
          lastName: 'Stored',
          company: { id: companies[n]?.id },
          tags: [{ id: tags[n]?.id }],
        })),
      ),
    )
  })

  it('comes back to the letter in titles, computed fields, collections and links', async () => {
    const fields = ['firstName', 'fullName', 'company.contacts.fullName', 'tags']
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Stored' }] }
    const records = recordsOf(await search(client, Contact, { fields, data, limit: 100 }))
    expect(records).toHaveLength(stored.length)
    for (const [n, { firstName, fullName, tags, company: own }] of records.entries()) {
      expect(fullName).toBe(`${String(firstName)} Stored`)
      expect(tags).toMatchObject([{ name: (stored[n]?.company as RecordJson).name }])
      expect(own).toMatchObject({ name: (stored[n]?.company as RecordJson).name, contacts: [{ fullName }] })
    }
  })

  it('is found by its own value, and by that of what it refers to', async () => {
    for (const { id, firstName, company: own } of stored) {
      const criteria = [
        { fieldName: 'firstName', operator: '=', value: firstName },
        { fieldName: 'company.name', operator: '=', value: (own as RecordJson).name },
        { fieldName: 'tags.name', operator: 'in', value: [(own as RecordJson).name] },
      ]
      const found = recordsOf(await search(client, Contact, { data: { criteria } }))
      expect(found.map((record) => record.id)).toContain(id)
    }
  })

  it('carries page tokens from one page to the next, and makes no statement of them', async () => {
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Stored' }] }
    const walk = async () => {
      const seen: number[] = []
      let after: string | undefined
      do {
        const sortBy = ['-company.name', 'firstName']
        const reply = await search(client, Contact, { data, sortBy, limit: 1, ...(after ? { after } : {}) })
        seen.push(...recordsOf(reply).map(({ id }) => id))
        after = reply.json?.next
      } while (after !== undefined)
      return seen
    }
    const first = await walk()
    const before = new Set(proxy.texts)
    expect(await walk()).toEqual(first)
    expect(new Set(first)).toEqual(new Set(stored.map(({ id }) => id)))
    expect([...proxy.texts].filter((text) => !before.has(text) && !ownWork.test(text))).toEqual([])
  })
})

describe('JSON that is too deep, too wide, doubled or too large', () => {
  const deep = (levels: number) => '{"criteria":['.repeat(levels) + ']}'.repeat(levels)
  const bodies: [string, string, string, 'malformed-json' | 'invalid-parameter' | 'invalid-record'][] = [
    ['criteria of 5,000 levels', 'search', `{"data":${deep(5_000)}}`, 'malformed-json'],
    ['criteria of 14 levels', 'search', `{"data":${deep(14)}}`, 'invalid-parameter'],
    [
      'a field twice in a criterion',
      'search',
      '{"data":{"criteria":[{"fieldName":"vip","fieldName":"email","operator":"isNull"}]}}',
      'malformed-json',
    ],
    ['data twice', 'search', '{"data":{},"data":{"criteria":[]}}', 'malformed-json'],
    [
      '1,001 members of a search',
      'search',
      `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":1`).join()}}`,
      'malformed-json',
    ],
    ['records twice', '', '{"records":[],"records":[{"firstName":"a","lastName":"b"}]}', 'malformed-json'],
    [
      'a field twice in a record',
      '',
      '{"records":[{"firstName":"a","firstName":"b","lastName":"c"}]}',
      'malformed-json',
    ],
    [
      'a field twice in a member',
      '',
      '{"records":[{"firstName":"a","lastName":"b","tags":[{"id":1,"id":2}]}]}',
      'malformed-json',
    ],
    [
      'maxAffected twice',
      'updateMass',
      '{"data":{},"values":{"vip":true},"maxAffected":1,"maxAffected":1000}',
      'malformed-json',
    ],
    ['__proto__ in a search', 'search', '{"__proto__":{"data":{}}}', 'invalid-parameter'],
    ['__proto__ in a criterion', 'search', '{"data":{"__proto__":{"criteria":[]}}}', 'invalid-parameter'],
    ['__proto__ in a record', '', '{"records":[{"__proto__":{"firstName":"a"},"lastName":"b"}]}', 'invalid-record'],
    [
      '__proto__ in values',
      'updateMass',
      '{"data":{},"values":{"__proto__":{"vip":true}},"maxAffected":5}',
      'invalid-record',
    ],
  ]

  it.each(bodies)('%s', async (_, behind, body, code) => {
    const reply = await client.exchange('POST', pathOf(Contact, behind), { body })
    expect(reply.status).toBe(400)
    expect((reply.json?.data as { code: string }).code).toBe(code)
  })

  it('members one inside the other end with the depth of JSON', async () => {
    const inner = '{"name":"x","contacts":[{"firstName":"a","lastName":"b"}]}'
    const body = `{"records":${'['.repeat(500)}${inner}${']'.repeat(500)}}`
    expect(shown(await client.exchange('POST', pathOf(Company), { body }))).toEqual(refusal('malformed-json'))
  })

  it('white space does not count for more than its bytes', async () => {
    const white = ' \n\t'.repeat(300_000)
    const body = `${white}{"data":{"criteria":[]},"limit":1}`
    expect((await client.exchange('POST', pathOf(Contact, 'search'), { body })).status).toBe(200)
    const larger = `${white}${white}{"limit":1}`
    expect(shown(await client.exchange('POST', pathOf(Contact, 'search'), { body: larger }))).toEqual(
      refusal('body-too-large'),
    )
  })
})

describe('a token that somebody made', () => {
  const forge = (sortBy: string[], keys: (string | null)[]) =>
    search(client, Contact, { sortBy, after: toPageToken(keys, shapeOf(Contact, { sortBy })) })

  it.each(['id', 'company.employees', 'credit', 'birthDate', 'createdOn', 'vip', 'company', 'status'])(
    'with keys for %s that are none is refused, and never a fault of ours',
    async (key) => {
      const replies = await Promise.all(payloads.map((text) => forge([key], key === 'id' ? [text] : [text, '1'])))
      expect(unexpected(replies, [200, 400])).toEqual([])
      expect(unexpected(replies, [400]).length).toBeLessThan(key === 'status' ? 41 : 3)
    },
  )

  it('is taken where it might have been one of ours: it says nothing that a search could not', async () => {
    expect((await forge(['lastName'], ['B', '0'])).status).toBe(200)
    expect((await forge(['lastName'], [null, null])).status).toBe(200)
    expect((await forge(['id'], ['99999999999999999999'])).status).toBe(400)
    expect((await forge(['credit'], ['1e400000', '1'])).status).toBe(400)
    expect((await forge(['createdOn'], ['infinity', '1'])).status).toBe(200)
    expect((await forge(['lastName'], ['B', '0', 'x'])).status).toBe(400)
    expect((await forge(['lastName'], ['B'])).status).toBe(400)
  })
})

describe('numbers', () => {
  const odd = ['9007199254740992', '9007199254740993', '1e400', '-1e400', '-1', '1.5', '1e-1', '"5"', 'true', '[5]']

  it.each(odd)('%s is no limit, offset, number of records, id or version', async (text) => {
    const bodies = [
      ['search', `{"limit":${text}}`],
      ['search', `{"offset":${text}}`],
      ['updateMass', `{"data":{},"values":{"vip":true},"maxAffected":${text}}`],
      ['', `{"records":[{"id":${text},"version":0,"vip":true}]}`],
      ['', `{"records":[{"id":1,"version":${text},"vip":true}]}`],
      ['removeAll', `{"records":[{"id":${text},"version":0}]}`],
      ['', `{"records":[{"firstName":"a","lastName":"b","tags":[{"id":${text}}]}]}`],
    ]
    for (const [behind = '', body] of bodies)
      expect((await client.exchange('POST', pathOf(Contact, behind), { body })).status).toBe(400)
  })

  it.each(['0x10', '010', '+5', 'NaN', 'Infinity', '5,', '.5', '5.'])('%s is no JSON', async (text) => {
    for (const body of [
      `{"limit":${text}}`,
      `{"data":{"criteria":[{"fieldName":"id","operator":"=","value":${text}}]}}`,
    ])
      expect(shown(await client.exchange('POST', pathOf(Contact, 'search'), { body }))).toEqual(
        refusal('malformed-json'),
      )
  })

  it('-0 is 0, and 1e3 is a thousand', async () => {
    expect(
      (await client.exchange('POST', pathOf(Contact, 'search'), { body: '{"offset":-0,"limit":1e3}' })).status,
    ).toBe(200)
    const body = '{"data":{"criteria":[{"fieldName":"version","operator":"=","value":-0}]}}'
    expect(recordsOf(await client.exchange('POST', pathOf(Contact, 'search'), { body })).length).toBeGreaterThan(0)
  })

  it('of a search are as large as a record may hold, and no larger', async () => {
    const ask = (value: string) =>
      client.exchange('POST', pathOf(Company, 'search'), {
        body: `{"data":{"criteria":[{"fieldName":"employees","operator":"<=","value":${value}}]}}`,
      })
    expect((await ask('9007199254740991')).status).toBe(200)
    expect((await ask('-9007199254740991')).status).toBe(200)
    for (const value of ['9007199254740992', '1e400', '1.5'])
      expect(shown(await ask(value))).toEqual(refusal('invalid-parameter'))
  })

  it.each(['1e5', '0x10', '', ' 1', '+1', 'NaN', 'Infinity', '1_000', '٣', `${'9'.repeat(251)}`])(
    '%j is no decimal number to compare with',
    async (value) => {
      const data = { criteria: [{ fieldName: 'credit', operator: '<', value }] }
      expect(shown(await search(client, Contact, { data }))).toEqual(refusal('invalid-parameter'))
    },
  )

  it('a decimal number to compare with may have more digits than the field', async () => {
    const data = { criteria: [{ fieldName: 'credit', operator: '<', value: `-${'9'.repeat(200)}.${'9'.repeat(40)}` }] }
    expect(shown(await search(client, Contact, { data }))).toMatchObject({ status: 200, json: { total: 0 } })
  })
})

describe('text of every plane of Unicode', () => {
  it('is found by itself, sorted, and carried by tokens', async () => {
    const notes = Array.from({ length: 17 }, (_, plane) => {
      const points = Array.from({ length: 20 }, (_, n) => plane * 0x10000 + 0x30 + n * 0xa7d)
      return String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff))
    })
    const records = recordsOf(
      await saveAll(
        client,
        Contact,
        notes.map((text) => ({ firstName: 'U', lastName: 'Plane', notes: text })),
      ),
    )
    for (const [plane, value] of notes.entries()) {
      const data = { criteria: [{ fieldName: 'notes', operator: '=', value }] }
      expect(recordsOf(await search(client, Contact, { data })).map(({ id }) => id)).toEqual([records[plane]?.id])
    }
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Plane' }] }
    const seen: number[] = []
    let after: string | undefined
    do {
      const reply = await search(client, Contact, { data, sortBy: ['notes'], limit: 3, ...(after ? { after } : {}) })
      seen.push(...recordsOf(reply).map(({ id }) => id))
      after = reply.json?.next
    } while (after !== undefined)
    expect(seen).toEqual(records.map(({ id }) => id))
  })
})
