import { describe, expect, it } from 'vitest'
import { pathOf } from '../harness/actions.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()

describe('names that mean something to JavaScript', () => {
  const bodies: [string, string, string, 'invalid-parameter' | 'invalid-record'][] = [
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
    const reply = await stage.client.exchange('POST', pathOf(Contact, behind), { body })
    expect(reply.status).toBe(400)
    expect((reply.json?.data as { code: string }).code).toBe(code)
  })

  it.each(['__proto__', 'constructor', 'toString'])('%s in a record that lacks nothing', async (name) => {
    const body = `{"records":[{"firstName":"a","lastName":"b","${name}":{}}]}`
    expect(shown(await stage.client.exchange('POST', pathOf(Contact), { body }))).toEqual(
      refusal('invalid-record', { errors: { [`0.${name}`]: expect.stringContaining('is not a field') } }),
    )
  })
})
