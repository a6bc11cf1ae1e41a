import { describe, expect, it } from 'vitest'
import { pathOf, saveMany, search } from '../harness/actions.ts'
import { recordOf, recordsOf } from '../harness/client.ts'
import { createContact } from '../harness/contacts.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

function put(body: string, target = pathOf(Contact)) {
  return stage.client.exchange('PUT', target, { body })
}

describe('numbers of searches and bulk calls', () => {
  const odd = ['9007199254740992', '9007199254740993', '1e400', '-1e400', '-1', '1.5', '1e-1', '"5"', 'true', '[5]']

  it.each(odd)('%s is not a limit, offset, number of records, id or version', async (text) => {
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
      expect((await stage.client.exchange('POST', pathOf(Contact, behind), { body })).status).toBe(400)
  })

  it.each(['0x10', '010', '+5', 'NaN', 'Infinity', '5,', '.5', '5.'])('%s is not JSON', async (text) => {
    for (const body of [
      `{"limit":${text}}`,
      `{"data":{"criteria":[{"fieldName":"id","operator":"=","value":${text}}]}}`,
    ])
      expect(shown(await stage.client.exchange('POST', pathOf(Contact, 'search'), { body }))).toEqual(
        refusal('malformed-json'),
      )
  })

  it.each(['5.0000000000000000001', '9007199254740990.7', '1e-400', '0.1234567890123456789'])(
    '%s is refused and not rounded',
    async (text) => {
      for (const field of [`"preferences":{"a":[${text}]}`, `"vip":true,"preferences":${text}`]) {
        const body = `{"data":{"firstName":"a","lastName":"b",${field}}}`
        expect(shown(await stage.client.exchange('PUT', pathOf(Contact), { body }))).toEqual(refusal('malformed-json'))
      }
      const body = `{"data":{"name":"x","employees":${text}}}`
      expect(shown(await stage.client.exchange('PUT', pathOf(Company), { body }))).toEqual(refusal('malformed-json'))
    },
  )

  it('-0 is 0, and 1e3 is a thousand', async () => {
    await createContact(stage.client)
    expect(
      (await stage.client.exchange('POST', pathOf(Contact, 'search'), { body: '{"offset":-0,"limit":1e3}' })).status,
    ).toBe(200)
    const body = '{"data":{"criteria":[{"fieldName":"version","operator":"=","value":-0}]}}'
    expect(recordsOf(await stage.client.exchange('POST', pathOf(Contact, 'search'), { body })).length).toBeGreaterThan(
      0,
    )
  })

  it('of a search are as large as a record may have, and no larger', async () => {
    const ask = (value: string) =>
      stage.client.exchange('POST', pathOf(Company, 'search'), {
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
      expect(shown(await search(stage.client, Contact, { data }))).toEqual(refusal('invalid-parameter'))
    },
  )

  it('a decimal number to compare with may have more digits than the field', async () => {
    const data = { criteria: [{ fieldName: 'credit', operator: '<', value: `-${'9'.repeat(200)}.${'9'.repeat(40)}` }] }
    expect(shown(await search(stage.client, Contact, { data }))).toMatchObject({ status: 200, json: { total: 0 } })
  })
})

describe('text of every plane of Unicode in a search', () => {
  it('is found, sorted, and works in page tokens', async () => {
    const notes = Array.from({ length: 17 }, (_, plane) => {
      const points = Array.from({ length: 20 }, (_, n) => plane * 0x10000 + 0x30 + n * 0xa7d)
      return String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff))
    })
    const records = recordsOf(
      await saveMany(
        stage.client,
        Contact,
        notes.map((text) => ({ firstName: 'U', lastName: 'Plane', notes: text })),
      ),
    )
    for (const [plane, value] of notes.entries()) {
      const data = { criteria: [{ fieldName: 'notes', operator: '=', value }] }
      expect(recordsOf(await search(stage.client, Contact, { data })).map(({ id }) => id)).toEqual([records[plane]?.id])
    }
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Plane' }] }
    const seen: number[] = []
    let after: string | undefined
    do {
      const reply = await search(stage.client, Contact, {
        data,
        sortBy: ['notes'],
        limit: 3,
        ...(after ? { after } : {}),
      })
      seen.push(...recordsOf(reply).map(({ id }) => id))
      after = reply.json?.next
    } while (after !== undefined)
    expect(seen).toEqual(records.map(({ id }) => id))
  })
})

describe('numbers of a record', () => {
  const company = (employees: string) => put(`{"data":{"name":"N","employees":${employees}}}`, pathOf(Company))

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
    '%j is not an amount',
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

describe('text of a record', () => {
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

  it.each(odd)('is returned unchanged: %j', async (text) => {
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

  it('of every plane of Unicode is returned unchanged', async () => {
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
      `{"data":{"firstName":"${text}","lastName":"B","notes":"x${text}",` +
        `"preferences":{"a":["${text}"]},"status":"${text}"}}`,
    )
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json?.errors ?? {}).toSorted()).toEqual(['firstName', 'notes', 'preferences', 'status'])
    expect((await put(`{"data":{"firstName":"A","lastName":"B","preferences":{"${text}":1}}}`)).status).toBe(400)
    expect((await put(`{"data":{"firstName":"A","lastName":"B","x${text}":1}}`)).status).toBe(400)
  })

  it('is limited in characters, not in bytes', async () => {
    const longest = '😀'.repeat(100)
    expect(recordOf(await stage.client.create(Contact, { ...ada, firstName: longest })).firstName).toBe(longest)
    expect(shown(await stage.client.create(Contact, { ...ada, firstName: `${longest}x` }))).toEqual(
      refusal('invalid-record', { errors: { firstName: 'must have at most 100 characters, and has 101' } }),
    )
  })
})
