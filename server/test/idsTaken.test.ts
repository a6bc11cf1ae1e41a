import { beforeEach, describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, refusal, shown } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const sequence = 'record.com_example_contacts_contact_ids'
const ada = { firstName: 'Ada', lastName: 'Lovelace' }
const path = `/ws/rest/${Contact}`

/** The sequence is behind its records, as after a restore. */
async function takeBack(by: number): Promise<void> {
  await stage.database.query(
    `select setval('${sequence}', (select max(id) - $1 from record.com_example_contacts_contact))`,
    [by],
  )
}

beforeEach(async () => {
  const records = Array.from({ length: 200 }, () => ada)
  const reply = await stage.client.exchange('POST', path, { body: { records } })
  expect(reply.status).toBe(200)
})

describe('a sequence that returns ids which are taken', () => {
  it('makes a create draw another id', async () => {
    await takeBack(20)
    const replies = await Promise.all(Array.from({ length: 30 }, () => stage.client.create(Contact, ada)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map((reply) => recordOf(reply).id)).size).toBe(30)
  })

  it('makes a bulk create draw other ids', async () => {
    await takeBack(20)
    const reply = await stage.client.exchange('POST', path, { body: { records: [ada, ada, ada] } })
    expect(reply.status).toBe(200)
    expect(recordsOf(reply)).toHaveLength(3)
  })

  it('makes a create with members draw other ids', async () => {
    await takeBack(3)
    const reply = await stage.client.create(Company, { name: 'Engines', contacts: [ada, ada] })
    expect(reply.status).toBe(200)
  })

  it('is reported to the operator if it is far behind; nothing is written', async () => {
    await takeBack(190)
    const reply = await stage.client.create(Company, { name: 'Engines', contacts: [ada] })
    expect(shown(reply)).toEqual(
      refusal('unavailable', {
        data: { outcome: 'not-applied', message: expect.stringContaining('a sequence is behind its records') },
      }),
    )
  })
})
