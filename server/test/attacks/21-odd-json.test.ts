import { describe, expect, it } from 'vitest'
import { pathOf } from '../harness/actions.ts'
import { recordOf } from '../harness/client.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { timed } from '../harness/timed.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

function put(body: string, target = pathOf(Contact)) {
  return stage.client.exchange('PUT', target, { body })
}

describe('JSON that is too deep, too wide, doubled or too large', () => {
  const deep = (levels: number) => '{"criteria":['.repeat(levels) + ']}'.repeat(levels)
  const bodies: [string, string, string, 'malformed-json' | 'invalid-parameter'][] = [
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
  ]

  it.each(bodies)('%s', async (_, behind, body, code) => {
    const reply = await stage.client.exchange('POST', pathOf(Contact, behind), { body })
    expect(reply.status).toBe(400)
    expect((reply.json?.data as { code: string }).code).toBe(code)
  })

  it('nested members are limited by the depth of JSON', async () => {
    const inner = '{"name":"x","contacts":[{"firstName":"a","lastName":"b"}]}'
    const body = `{"records":${'['.repeat(500)}${inner}${']'.repeat(500)}}`
    expect(shown(await stage.client.exchange('POST', pathOf(Company), { body }))).toEqual(refusal('malformed-json'))
  })

  it('white space counts only as its bytes', async () => {
    const white = ' \n\t'.repeat(300_000)
    const body = `${white}{"data":{"criteria":[]},"limit":1}`
    expect((await stage.client.exchange('POST', pathOf(Contact, 'search'), { body })).status).toBe(200)
    const larger = `${white}${white}{"limit":1}`
    expect(shown(await stage.client.exchange('POST', pathOf(Contact, 'search'), { body: larger }))).toEqual(
      refusal('body-too-large'),
    )
  })
})

describe('JSON of a single record', () => {
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
      expect(shown(await stage.client.exchange('PUT', pathOf(Contact), { body }))).toEqual(refusal('malformed-json'))
    }
  })

  it('within the limits is taken: 1,000 members, 32 levels, much white space', async () => {
    const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]))
    expect(recordOf(await stage.client.create(Contact, { ...ada, preferences: members })).preferences).toEqual(members)
    const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`)
    expect(recordOf(await stage.client.create(Contact, { ...ada, preferences: deep })).preferences).toEqual(deep)
    expect((await put(`${' \n\t'.repeat(300_000)}{"data":{"firstName":"A","lastName":"B"}}`)).status).toBe(200)
  })

  it('does not affect others while it is refused', timed, async () => {
    const start = performance.now()
    const attack = Array.from({ length: 20 }, () => put('['.repeat(900_000)))
    expect((await stage.client.find(Contact, '?limit=1')).status).toBe(200)
    await Promise.all(attack)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
