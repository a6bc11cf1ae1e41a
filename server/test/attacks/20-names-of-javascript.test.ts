import { describe, expect, it } from 'vitest'
import { pathOf } from '../harness/actions.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()

function put(body: string, target = pathOf(Contact)) {
  return stage.client.exchange('PUT', target, { body })
}

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

describe('the same names in a single record', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    '%s is not a field',
    async (name) => {
      const reply = await put(`{"data":{"firstName":"A","lastName":"B","${name}":{"admin":true}}}`)
      expect(reply.status).toBe(400)
      expect(reply.text).toContain(`"${name}":"is not a field`)
    },
  )

  it.each(['__proto__', 'constructor', 'prototype'])(
    '%s is not a member of a body, a reference or a query',
    async (name) => {
      expect((await put(`{"data":{"firstName":"A","lastName":"B"},"${name}":{}}`)).status).toBe(400)
      expect((await put(`{"data":{"firstName":"A","lastName":"B","company":{"id":1,"${name}":{}}}}`)).status).toBe(400)
      expect(shown(await stage.client.exchange('GET', `${pathOf(Contact)}?${name}[x]=1`))).toEqual(
        refusal('invalid-parameter'),
      )
    },
  )

  it('are stored unchanged in a JSON field, and affect nothing else', async () => {
    const reply = await put(
      '{"data":{"firstName":"A","lastName":"B","preferences":{"__proto__":{"polluted":true},"constructor":1}}}',
    )
    expect(reply.text).toContain('"__proto__": {"polluted": true}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
