import { describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ maxBulk: '5000' })

const table = 'record.com_example_contacts_contact'
const person = { firstName: 'Ida', lastName: 'Id' }

describe('ids', () => {
  it('are never 0, however many requests draw ids at once', async () => {
    const bulk = Array.from({ length: 1_100 }, () => person)
    let bulksLeft = 8
    const saveBulks = async () => {
      while (bulksLeft-- > 0) expect(recordsOf(await saveMany(stage.client, Contact, bulk)).length).toBe(1_100)
    }
    const createSome = async () => {
      for (let n = 0; n < 60; n++) expect(recordOf(await stage.client.create(Contact, person)).id).toBeGreaterThan(0)
    }
    await Promise.all([saveBulks(), saveBulks(), ...Array.from({ length: 8 }, createSome)])
    const [found] = await stage.database.query(`select count(*)::int, min(id)::int > 0 as positive from ${table}`)
    expect(found).toEqual({ count: 8 * 1_100 + 8 * 60, positive: true })
  })

  it.each([0, -1])('cannot be %i, because the table refuses it', async (id) => {
    const columns = 'id, version, created_on, updated_on, first_name, last_name, status, vip'
    const insert = stage.database.query(
      `insert into ${table} (${columns}) values ($1, 0, now(), now(), 'Nobody', 'None', 'lead', false)`,
      [id],
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'com_example_contacts_contact_id_positive' })
  })

  it.each(['0', '9007199254740992', '99999999999999999999'])(
    'that no record can have are not found by any operation: %s',
    async (id) => {
      const path = `/ws/rest/${Contact}/${id}`
      const update = { body: { data: { version: 0, firstName: 'X' } } }
      const restore = { body: { data: { version: 0, toVersion: 0 } } }
      for (const [method, at, message] of [
        ['GET', path, {}],
        ['GET', `${path}?version=0`, {}],
        ['GET', `${path}/history`, {}],
        ['POST', path, update],
        ['POST', `${path}?dryRun=true`, update],
        ['POST', `${path}/restore`, restore],
        ['DELETE', path, {}],
      ] as const)
        expect(shown(await stage.client.exchange(method, at, message))).toEqual(refusal('record-not-found'))
    },
  )
})
