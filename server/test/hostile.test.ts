import { describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Company, Contact, refusal, shown, success } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

function put(body: string, target = path) {
  return stage.client.exchange('PUT', target, { body })
}

describe('names that mean something to JavaScript', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])('%s is no field', async (name) => {
    const reply = await put(`{"data":{"firstName":"A","lastName":"B","${name}":{"admin":true}}}`)
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(`"${name}":"is not a field`)
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    '%s is no member of a body, a reference or a query',
    async (name) => {
      expect((await put(`{"data":{"firstName":"A","lastName":"B"},"${name}":{}}`)).status).toBe(400)
      expect((await put(`{"data":{"firstName":"A","lastName":"B","company":{"id":1,"${name}":{}}}}`)).status).toBe(400)
      expect(shown(await stage.client.exchange('GET', `${path}?${name}[x]=1`))).toEqual(refusal('invalid-parameter'))
    },
  )

  it('stay what they are inside a JSON field, and touch nothing else', async () => {
    const reply = await put(
      '{"data":{"firstName":"A","lastName":"B","preferences":{"__proto__":{"polluted":true},"constructor":1}}}',
    )
    expect(reply.text).toContain('"__proto__": {"polluted": true}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('JSON', () => {
  it.each<[string, string]>([
    ['32 levels and more', `{"data":{"preferences":${'['.repeat(31)}${']'.repeat(31)}}}`],
    ['5,000 levels', `{"data":{"firstName":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`],
    ['half a megabyte of brackets', '['.repeat(500_000)],
    ['half a megabyte of braces', '{"a":'.repeat(100_000)],
    ['a member twice', '{"data":{"firstName":"A","firstName":"B","lastName":"C"}}'],
    ['a member twice, once escaped', '{"data":{"firstName":"A","\\u0066irstName":"B","lastName":"C"}}'],
    ['data twice', '{"data":{},"data":{"firstName":"A","lastName":"B"}}'],
    ['a member twice, deep', '{"data":{"firstName":"A","lastName":"B","preferences":[{"a":{"b":1,"b":2}}]}}'],
    ['1,001 members', `{"data":{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":1`).join()}}}`],
    ['a comment', '{"data":{}} // x'],
    ['single quotes', "{'data':{}}"],
    ['a trailing comma', '{"data":{"firstName":"A",}}'],
    ['NaN', '{"data":{"credit":NaN}}'],
    ['two values', '{"data":{}}{"data":{}}'],
    ['a number in hex', '{"data":{"employees":0x10}}'],
    ['a leading zero', '{"data":{"employees":010}}'],
    ['a raw line end in a text', '{"data":{"firstName":"a\nb"}}'],
  ])('with %s is malformed', async (_, body) => {
    expect(shown(await put(body))).toEqual(refusal('malformed-json'))
  })

  it('that is not UTF-8 is malformed', async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.concat([
        Buffer.from('{"data":{"firstName":"'),
        Buffer.from(bytes),
        Buffer.from('","lastName":"B"}}'),
      ])
      expect(shown(await stage.client.exchange('PUT', path, { body }))).toEqual(refusal('malformed-json'))
    }
  })

  it('within the limits is taken: 1,000 members, 32 levels, much white space', async () => {
    const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]))
    expect(recordOf(await stage.client.create(Contact, { ...ada, preferences: members })).preferences).toEqual(members)
    const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`)
    expect(recordOf(await stage.client.create(Contact, { ...ada, preferences: deep })).preferences).toEqual(deep)
    expect((await put(`${' \n\t'.repeat(300_000)}{"data":{"firstName":"A","lastName":"B"}}`)).status).toBe(200)
  })

  it('hurts nobody else while it is refused', async () => {
    const start = performance.now()
    const attack = Array.from({ length: 20 }, () => put('['.repeat(900_000)))
    expect((await stage.client.find(Contact, '?limit=1')).status).toBe(200)
    await Promise.all(attack)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('numbers', () => {
  const company = (employees: string) => put(`{"data":{"name":"N","employees":${employees}}}`, `/ws/rest/${Company}`)

  it.each([
    '9007199254740992',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1.5',
    '1e-1',
    '"5"',
    'true',
    '[5]',
    '123456789012345678901234567890',
  ])('%s is no whole number', async (text) => {
    expect(shown(await company(text))).toEqual(
      refusal('invalid-record', { errors: { employees: expect.stringContaining('must be a whole number') } }),
    )
  })

  it.each([
    ['0', 0],
    ['-0', 0],
    ['1e3', 1000],
    ['5.0', 5],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is %i', async (text, value) => {
    expect(recordOf(await company(text)).employees).toBe(value)
  })

  it.each(['12.345', '-0.001', '12345678901', '1e3', '0x10', 'NaN', 'Infinity', '', ' 1', '1,5', '٣', '1_000'])(
    '%j is no amount',
    async (credit) => {
      expect(shown(await stage.client.create(Contact, { ...ada, credit }))).toEqual(
        refusal('invalid-record', { errors: { credit: expect.any(String) } }),
      )
    },
  )

  it.each([
    ['0', '0.00'],
    ['-0', '0.00'],
    ['-0.00', '0.00'],
    ['0.1', '0.10'],
    ['-9999999999.99', '-9999999999.99'],
  ])('the amount %s comes back as %s, exactly', async (credit, kept) => {
    expect(recordOf(await stage.client.create(Contact, { ...ada, credit })).credit).toBe(kept)
  })
})

describe('types', () => {
  const values: [string, unknown][] = [
    ['a number', 5],
    ['true', true],
    ['an array', []],
    ['an object', {}],
    ['an operator', { $ne: null }],
    ['a text in an array', ['x']],
  ]

  it.each(values)('%s is no text, choice, date, date-time, decimal, reference or e-mail', async (_, value) => {
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

describe('text', () => {
  const odd = [
    '  Ü漢字😀 "quoted" \\ / \'; drop table contact; -- <b>&amp; ',
    '\u0001\u0008\u001f\u007f\u0085',
    '\u2028\u2029\ufeff\ufffd\ufffe\uffff',
    'e\u0301 é \u1e9b\u0323',
    '\u202e right to left \u202c',
    '\u{10000}\u{1ffff}\u{20000}\u{e0001}\u{f0000}\u{10ffff}',
    '$1 $$ %s %% {0} ${x} {{x}} :name ?',
    '{"a":1}',
    'null',
    "\\u0000 \\x00 E'\\\\'",
  ]

  it.each(odd)('comes back to the letter: %j', async (text) => {
    const record = recordOf(
      await stage.client.create(Contact, { ...ada, firstName: text, notes: text, preferences: { [text]: [text] } }),
    )
    const read = recordOf(await stage.client.read(Contact, record.id))
    expect(read).toMatchObject({
      firstName: text,
      notes: text,
      fullName: `${text} Lovelace`,
      preferences: { [text]: [text] },
    })
    expect(shown(await stage.client.update(Contact, record.id, { ...read }))).toMatchObject({ status: 200 })
  })

  it('of every plane of Unicode comes back to the letter', async () => {
    for (let plane = 0; plane <= 16; plane++) {
      const points = Array.from({ length: 100 }, (_, n) => plane * 0x10000 + 0x20 + n * 0x28d).filter(
        (point) => point < 0xd800 || point > 0xdfff,
      )
      const notes = String.fromCodePoint(...points)
      expect(recordOf(await stage.client.create(Contact, { ...ada, notes })).notes).toBe(notes)
    }
  })

  it.each<[string, string]>([
    ['a NUL', '\\u0000'],
    ['half a pair', '\\ud800'],
    ['the other half', 'a\\udc00b'],
    ['halves in the wrong order', '\\udc00\\ud800'],
  ])('with %s is refused, in every kind of field', async (_, text) => {
    const reply = await put(
      `{"data":{"firstName":"${text}","lastName":"B","notes":"x${text}","preferences":{"a":["${text}"]},"status":"${text}"}}`,
    )
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json?.errors ?? {}).toSorted()).toEqual(['firstName', 'notes', 'preferences', 'status'])
    expect((await put(`{"data":{"firstName":"A","lastName":"B","preferences":{"${text}":1}}}`)).status).toBe(400)
    expect((await put(`{"data":{"firstName":"A","lastName":"B","x${text}":1}}`)).status).toBe(400)
  })

  it('is as long as it may be by characters, not by bytes', async () => {
    const longest = '😀'.repeat(100)
    expect(recordOf(await stage.client.create(Contact, { ...ada, firstName: longest })).firstName).toBe(longest)
    expect(shown(await stage.client.create(Contact, { ...ada, firstName: `${longest}x` }))).toEqual(
      refusal('invalid-record', { errors: { firstName: 'must have at most 100 characters, and has 101' } }),
    )
  })
})

describe('SQL in every place where text can stand', () => {
  const payloads = [
    "'; drop table record.com_example_contacts_contact; --",
    '" or 1=1 --',
    '1; select pg_sleep(10)',
    '$$; rollback; $$',
    "\\'; delete from record.tabularium_user; --",
    '%27%20or%201=1',
    'x"."y',
    "' || (select password from record.tabularium_user) || '",
  ]

  it.each(payloads)('is only text: %s', async (text) => {
    const { total } = (await stage.client.find(Contact, '?limit=0')).json ?? {}
    const record = recordOf(
      await stage.client.create(Contact, { ...ada, firstName: text, notes: text, preferences: { [text]: text } }),
    )
    expect(record.firstName).toBe(text)
    const encoded = encodeURIComponent(text)
    for (const target of [
      `/ws/rest/${encoded}`,
      `${path}/${encoded}`,
      `${path}?limit=${encoded}`,
      `${path}?${encoded}=1`,
      `${path}/${record.id}?version=${encoded}`,
    ])
      expect([400, 404]).toContain((await stage.client.exchange('GET', target)).status)
    expect((await stage.client.create(Contact, { ...ada, [text]: 1 })).status).toBe(400)
    expect((await stage.client.update(Contact, record.id, { version: text })).status).toBe(400)
    expect(shown(await stage.client.find(Contact, '?limit=0'))).toEqual(
      success([], { offset: 0, total: (total ?? 0) + 1 }),
    )
  })
})
