import { describe, expect, it } from 'vitest'
import { pathOf } from '../harness/actions.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()

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

  it('members one inside the other end with the depth of JSON', async () => {
    const inner = '{"name":"x","contacts":[{"firstName":"a","lastName":"b"}]}'
    const body = `{"records":${'['.repeat(500)}${inner}${']'.repeat(500)}}`
    expect(shown(await stage.client.exchange('POST', pathOf(Company), { body }))).toEqual(refusal('malformed-json'))
  })

  it('white space does not count for more than its bytes', async () => {
    const white = ' \n\t'.repeat(300_000)
    const body = `${white}{"data":{"criteria":[]},"limit":1}`
    expect((await stage.client.exchange('POST', pathOf(Contact, 'search'), { body })).status).toBe(200)
    const larger = `${white}${white}{"limit":1}`
    expect(shown(await stage.client.exchange('POST', pathOf(Contact, 'search'), { body: larger }))).toEqual(
      refusal('body-too-large'),
    )
  })
})
