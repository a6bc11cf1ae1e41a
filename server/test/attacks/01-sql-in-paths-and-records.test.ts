import { describe, expect, it } from 'vitest'
import { recordOf } from '../harness/client.ts'
import { Contact, shown, success } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

describe('SQL in every position that takes text', () => {
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
