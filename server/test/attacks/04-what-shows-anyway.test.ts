import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { useModels } from '../harness/useModels.ts'
import { Case, Person, Team, vault } from '../harness/vault.ts'

// Some things follow from other promises and cannot be hidden. The documentation lists them (explanation/security.md),
// and the list is complete: anything else is a bug.

const stage = useModels(vault)
let onlooker: Client
let seen: number
let hidden: number

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const isOpen = { fieldName: 'rank', operator: '=', value: 'open' }
  const open = ['name', 'label', 'rank', 'code', 'team']
  const role = await makeRole(admin, 'onlooker', [
    { model: Person, ...allActions, condition: isOpen, readFields: open, writeFields: open },
    { model: Team, read: true, delete: true, readFields: ['name'] },
  ])
  onlooker = await clientOf(service, database, (await makeUser(admin, 'onlooker', [role])).id)
  seen = recordOf(await admin.create(Person, { name: 'Seen', code: 'A', salary: '1.00' })).id
  hidden = recordOf(await admin.create(Person, { name: 'Hidden', code: 'B', rank: 'closed' })).id
})

describe('what shows although it is hidden', () => {
  it('that a unique value is taken, to users who may write the field', async () => {
    expect(shown(await onlooker.read(Person, hidden))).toEqual(refusal('record-not-found'))
    const reply = await onlooker.create(Person, { name: 'New', code: 'B' })
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'code' } }))
    expect(reply.text).not.toContain('Hidden')
  })

  it('that something refers to a record, to users who may delete it; not what', async () => {
    const { id } = recordOf(await stage.client.create(Team, { name: 'Referred' }))
    recordOf(await stage.client.create(Person, { name: 'Hidden', rank: 'closed', secretTeam: { id } }))
    const reply = await onlooker.delete(Team, id)
    expect(shown(reply)).toEqual(refusal('still-referenced', { data: { referrers: [] } }))
    expect(reply.text).not.toMatch(/Person|secretTeam|Hidden/)
  })

  it('that a record was changed, when and by whom, to users who see it; not what', async () => {
    const before = recordOf(await onlooker.read(Person, seen))
    recordOf(await stage.client.update(Person, seen, { version: before.version, salary: '2.00' }))
    const after = recordOf(await onlooker.read(Person, seen))
    expect(after).toEqual({ ...before, version: before.version + 1, updatedOn: after['updatedOn'] })
    const { json, text } = await onlooker.history(Person, seen)
    expect(json?.data).toMatchObject([{ version: 1, operation: 'update', changes: {} }, { version: 0 }])
    expect(text).not.toContain('salary')
  })

  it('old values of a record, to users who see it now; nothing to others', async () => {
    const { id } = recordOf(await stage.client.create(Person, { name: 'Embargo', rank: 'closed', salary: '7.77' }))
    recordOf(await stage.client.update(Person, id, { version: 0, name: 'Public' }))
    const ask = async () => [await onlooker.history(Person, id), await onlooker.readVersion(Person, id, 0)]
    for (const reply of await ask()) expect(shown(reply)).toEqual(refusal('record-not-found'))
    recordOf(await stage.client.update(Person, id, { version: 1, rank: 'open' }))
    for (const { status, text } of await ask()) {
      expect([status, text.includes('Embargo')]).toEqual([200, true])
      expect(text).not.toMatch(/salary|7\.77/)
    }
    recordOf(await stage.client.update(Person, id, { version: 2, rank: 'closed' }))
    for (const reply of await ask()) expect(shown(reply)).toEqual(refusal('record-not-found'))
  })

  it('that ids were assigned, to users who may create', async () => {
    const first = recordOf(await onlooker.create(Person, { name: 'First' })).id
    const records = Array.from({ length: 50 }, () => ({ name: 'Hidden', rank: 'closed' }))
    recordsOf(await stage.client.exchange('POST', `/ws/rest/${Person}`, { body: { records } }))
    const isFar = async () => recordOf(await onlooker.create(Person, { name: 'Second' })).id > first + 50
    await until('the ids in reserve are used up', isFar)
  })

  it('what the condition of a rule asks for: a record is seen, or it is not', async () => {
    const { id, version } = recordOf(await onlooker.create(Person, { name: 'Changing' }))
    recordOf(await stage.client.update(Person, id, { version, rank: 'closed' }))
    expect(shown(await onlooker.read(Person, id))).toEqual(refusal('record-not-found'))
  })

  it('records that are deleted or cleared with another are not revealed', async () => {
    const { id } = recordOf(await onlooker.create(Person, { name: 'Going' }))
    const { id: along } = recordOf(await stage.client.create(Case, { subject: 'Hidden', person: { id } }))
    const { id: alone } = recordOf(await onlooker.create(Person, { name: 'Alone' }))
    // The change set tells nothing: the model decides whether there is one.
    for (const going of [id, alone])
      expect((await onlooker.delete(Person, going)).json).toEqual({
        status: 0,
        data: [going],
        changeSet: expect.any(Number),
      })
    expect(shown(await stage.client.read(Case, along))).toEqual(refusal('record-not-found'))
  })
})
