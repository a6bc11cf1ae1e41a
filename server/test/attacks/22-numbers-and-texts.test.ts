import { describe, expect, it } from 'vitest'
import { pathOf, saveAll, search } from '../harness/actions.ts'
import { recordsOf } from '../harness/client.ts'
import { createContact } from '../harness/contacts.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()

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
      expect((await stage.client.exchange('POST', pathOf(Contact, behind), { body })).status).toBe(400)
  })

  it.each(['0x10', '010', '+5', 'NaN', 'Infinity', '5,', '.5', '5.'])('%s is no JSON', async (text) => {
    for (const body of [
      `{"limit":${text}}`,
      `{"data":{"criteria":[{"fieldName":"id","operator":"=","value":${text}}]}}`,
    ])
      expect(shown(await stage.client.exchange('POST', pathOf(Contact, 'search'), { body }))).toEqual(
        refusal('malformed-json'),
      )
  })

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

  it('of a search are as large as a record may hold, and no larger', async () => {
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

describe('text of every plane of Unicode', () => {
  it('is found by itself, sorted, and carried by tokens', async () => {
    const notes = Array.from({ length: 17 }, (_, plane) => {
      const points = Array.from({ length: 20 }, (_, n) => plane * 0x10000 + 0x30 + n * 0xa7d)
      return String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff))
    })
    const records = recordsOf(
      await saveAll(
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
