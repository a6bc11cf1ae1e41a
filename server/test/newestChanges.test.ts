import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useService } from './harness/useService.ts'

interface Change {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly operation: string
  readonly by: { readonly username: string } | null
  readonly changes: Record<string, { readonly from: unknown; readonly to: unknown }>
  readonly changeSet?: number
  readonly through?: string
  readonly title?: unknown
}

interface Page {
  readonly data: readonly Change[]
  readonly next: string
  readonly more: boolean
}

const stage = useService({ releaseInterval: '10ms' })
/** Sees leads alone, and not their notes. */
let seller: Client

beforeAll(async () => {
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  const role = await makeRole(stage.client, 'leads', [
    { model: Contact, ...allActions, condition: leads, readFields: ['firstName', 'lastName', 'status'] },
  ])
  seller = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'seller', [role])).id)
})

const ask = (query: string, client: Client = stage.client): Promise<Reply> =>
  client.exchange('GET', `/ws/changes?newest=true&${query}`)

async function newest(query: string, client?: Client): Promise<Page> {
  const reply = await ask(query, client)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as unknown as Page
}

const short = ({ data }: Page) => data.map(({ id, version, operation }) => `${id} ${version} ${operation}`)
const create = async (more: object = {}, client: Client = stage.client): Promise<RecordJson> =>
  recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', ...more }))
const update = async (record: RecordJson, fields: object, client: Client = stage.client): Promise<RecordJson> =>
  recordOf(await client.update(Contact, record.id, { version: record.version, ...fields }))

describe('the newest changes', () => {
  it('come first, in pages, at once after the write and as the history shows them', async () => {
    const one = await create()
    const other = await create({ lastName: 'Byron' })
    await update(one, { firstName: 'Augusta' })
    const page = await newest('limit=2')
    expect(short(page)).toEqual([`${one.id} 1 update`, `${other.id} 0 create`])
    expect(page.more).toBe(true)
    expect(short(await newest(`limit=1&after=${page.next}`))).toEqual([`${one.id} 0 create`])
    const { json } = await stage.client.history(Contact, one.id)
    const [entry] = (json as unknown as Page).data
    expect(page.data[0]).toEqual({ ...entry, model: Contact, id: one.id })
  })

  it('are found by who, model, record, field, time and way', async () => {
    const [company] = recordsOf(await saveMany(stage.client, Company, [{ name: 'First' }, { name: 'Second' }]))
    const own = await create({}, seller)
    const record = await create()
    const changed = await update(record, { lastName: 'King' })
    await update(changed, { firstName: 'Augusta' })
    expect(short(await newest('user=seller'))).toEqual([`${own.id} 0 create`])
    expect((await newest(`models=${Company}&limit=2`)).data.map(({ model }) => model)).toEqual([Company, Company])
    const ofRecord = await newest(`records=${Contact}/${record.id},${Company}/${company?.id}`)
    expect(short(ofRecord)).toHaveLength(4)
    expect(ofRecord.more).toBe(false)
    expect(short(await newest(`models=${Contact}&field=lastName&records=${Contact}/${record.id}`))).toEqual([
      `${record.id} 1 update`,
      `${record.id} 0 create`,
    ])
    const bulk = await newest('through=bulk')
    expect(bulk.data.map(({ model, through }) => [model, through])).toEqual([
      [Company, 'bulk'],
      [Company, 'bulk'],
    ])
    expect((await newest('through=single&limit=1')).data[0]).not.toHaveProperty('changeSet')
    expect((await newest('since=2999-01-01T00:00:00Z')).data).toEqual([])
    expect((await newest(`since=2000-01-01T00:00:00Z&records=${Contact}/${record.id}`)).data).toHaveLength(3)
  })

  it('have the titles of their records and of those that they refer to', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Analytical Engines' }))
    const record = await create({ company: { id: company.id } })
    const [change] = (await newest(`titles=true&records=${Contact}/${record.id}`)).data
    expect(change).toMatchObject({
      title: 'Ada Lovelace',
      changes: { company: { from: null, to: { id: company.id, title: 'Analytical Engines' } } },
    })
  })
})

describe('the rights of the newest changes', () => {
  it('are those of the history: records and fields that one may read now', async () => {
    const seen = await create({ notes: 'hidden words' })
    const hidden = await create({ status: 'customer' })
    const left = await update(await create({}, seller), { notes: 'hidden words' })
    await update(left, { status: 'customer' })
    const gone = await create({}, seller)
    await stage.client.delete(Contact, gone.id)
    const text = JSON.stringify(await newest('limit=100&titles=true', seller))
    expect(text).not.toContain('hidden words')
    const ids = new Set((await newest('limit=100', seller)).data.map(({ id }) => id))
    expect([seen, hidden, left, gone].map(({ id }) => ids.has(id))).toEqual([true, false, false, false])
    expect((await newest(`records=${Contact}/${hidden.id}`, seller)).data).toEqual([])
    expect(shown(await ask(`models=${Contact}&field=notes`, seller))).toMatchObject(refusal('invalid-parameter'))
    expect(shown(await ask(`models=${Company}`, seller))).toMatchObject(refusal('unknown-model'))
    expect(shown(await ask(`records=${Company}/1`, seller))).toMatchObject(refusal('unknown-model'))
  })
})

it('refuses what belongs to the feed, and the feed what belongs to the newest changes', async () => {
  for (const query of ['record=now', 'tokens=true', 'wait=1s', 'since=today', 'field=firstName', 'after=start'])
    expect(shown(await ask(query)), query).toMatchObject(refusal('invalid-parameter'))
  for (const query of ['user=admin', `records=${Contact}/1`, 'since=2026-01-01T00:00:00Z', 'through=bulk'])
    expect(shown(await stage.client.exchange('GET', `/ws/changes?${query}`))).toMatchObject(
      refusal('invalid-parameter'),
    )
})

it('reads a part of a long journal, whatever it looks for', async () => {
  await stage.database.query(
    `insert into tabularium.journal (model, record, version, operation, author, request_id, changes)
     select models.number, 1000000 + n, 0, 'c', 1, 'long', '{}'
     from tabularium.models, generate_series(1, 30000) as n where models.name = $1`,
    [Company],
  )
  const page = await newest(`models=${Contact}&limit=3`)
  expect(page.data).toHaveLength(3)
  await stage.database.query('analyze tabularium.journal')
  const asked = await newest('limit=5')
  const [, ...older] = (await newest(`limit=5&after=${asked.next}`)).data
  expect(older).toHaveLength(4)
})
