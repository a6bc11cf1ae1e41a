import { describe, expect, it } from 'vitest'
import { historyOf, removeAll, saveMany, transact, updateMass } from './harness/actions.ts'
import { recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const Interaction = 'com.example.contacts.Interaction'
const stage = useService({ releaseInterval: '10ms' })
const people = ['Ada', 'Bob', 'Cid'].map((firstName) => ({ firstName, lastName: 'Set' }))

function setOf(reply: Reply): number | undefined {
  expect(reply.json?.status, reply.text).toBe(0)
  return (reply.json as { changeSet?: number } | undefined)?.changeSet
}

async function storedSet(id: number | undefined) {
  const [set] = await stage.database.query(
    `select kind, records::int as records, author::int as author from tabularium.change_sets where id = $1`,
    [id],
  )
  return set
}

async function countSets(): Promise<number> {
  const [row] = await stage.database.query<{ n: number }>('select count(*)::int as n from tabularium.change_sets')
  return row?.n ?? Number.NaN
}

async function setsOf(model: string, id: number): Promise<unknown[]> {
  return (await historyOf(stage.client, model, id)).map((entry) => entry.changeSet)
}

describe('"a call that may write several records is one change set"', () => {
  it('a bulk create, a bulk update, removeAll and updateMass', async () => {
    const created = await saveMany(stage.client, Contact, people)
    const set = setOf(created)
    expect(await storedSet(set)).toEqual({ kind: 'bulk', records: 3, author: 1 })
    const [first, ...others] = recordsOf(created)
    expect(await setsOf(Contact, first?.id ?? 0)).toEqual([set])
    const changed = await saveMany(stage.client, Contact, [
      { id: first?.id, version: 0, vip: true },
      { firstName: 'Dan', lastName: 'Set' },
    ])
    expect(await storedSet(setOf(changed))).toEqual({ kind: 'bulk', records: 2, author: 1 })
    expect(await setsOf(Contact, first?.id ?? 0)).toEqual([setOf(changed), set])
    const criteria = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Set' }] }
    const mass = await updateMass(stage.client, Contact, { data: criteria, values: { vip: true }, maxAffected: 9 })
    expect(await storedSet(setOf(mass))).toMatchObject({ kind: 'updateMass', records: 4 })
    const targets = others.map(({ id }) => ({ id, version: 1 }))
    expect(await storedSet(setOf(await removeAll(stage.client, Contact, targets)))).toMatchObject({
      kind: 'removeAll',
      records: 2,
    })
  })

  it('a transaction, a record with its collection, and a delete that takes others with it', async () => {
    const done = await transact(stage.client, [
      { create: Company, as: 'c', record: { name: 'Set' } },
      { create: Contact, as: 'p', record: { firstName: 'Eve', lastName: 'Set', company: { as: 'c' } } },
      { create: Interaction, record: { contact: { as: 'p' }, subject: 'Hello', happenedOn: '2026-01-31T08:00:00Z' } },
    ])
    expect(await storedSet(setOf(done))).toMatchObject({ kind: 'transaction', records: 3 })
    const [, contact] = recordsOf(done)
    const removed = await stage.client.delete(Contact, contact?.id ?? 0)
    expect(await storedSet(setOf(removed))).toMatchObject({ kind: 'delete', records: 2 })
    const members = { contacts: [{ firstName: 'Fay', lastName: 'Set' }] }
    const company = await stage.client.create(Company, { name: 'With members', ...members })
    expect(await storedSet(setOf(company))).toMatchObject({ kind: 'create', records: 2 })
  })

  it('a replay names the same change set', async () => {
    const headers = { 'idempotency-key': 'set-1' }
    const [first, again] = [
      await saveMany(stage.client, Contact, people, { headers }),
      await saveMany(stage.client, Contact, people, { headers }),
    ]
    expect(setOf(again)).toBe(setOf(first))
    expect(again.text).toBe(first.text)
  })
})

describe('"a write of one record has none, nor has a call that changed nothing"', () => {
  it('a create, an update and a delete', async () => {
    const before = await countSets()
    const created = await stage.client.create(Contact, people[0] ?? {})
    const { id } = recordOf(created)
    expect([setOf(created), setOf(await stage.client.update(Contact, id, { version: 0, vip: true }))]).toEqual([
      undefined,
      undefined,
    ])
    expect(await setsOf(Contact, id)).toEqual([undefined, undefined])
    expect(await countSets()).toBe(before)
  })

  it('a dry run, a refused call and an updateMass that finds nothing', async () => {
    const before = await countSets()
    expect(setOf(await saveMany(stage.client, Contact, people, { query: '?dryRun=true' }))).toBeUndefined()
    expect((await saveMany(stage.client, Contact, [people[0], { firstName: 'No' }])).status).toBe(400)
    const criteria = { criteria: [{ fieldName: 'lastName', operator: '=', value: 'Nobody' }] }
    const mass = await updateMass(stage.client, Contact, { data: criteria, values: { vip: true }, maxAffected: 9 })
    expect(setOf(mass)).toBeUndefined()
    expect(await countSets()).toBe(before)
  })
})

describe('the service', () => {
  it('releases what was committed', async () => {
    recordOf(await stage.client.create(Contact, people[0] ?? {}))
    const isReleased = async () => {
      const [row] = await stage.database.query<{ done: boolean }>(
        'select released = (select max(position) from tabularium.journal) as done from tabularium.feed',
      )
      return row?.done ?? false
    }
    await until('the mark is at the last position', isReleased)
  })
})
