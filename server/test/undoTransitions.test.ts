import { beforeAll, describe, expect, it } from 'vitest'
import { action, choice, model, reference, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useLogic } from './harness/useLogic.ts'

const fields = {
  name: text({ max: 20 }),
  status: choice(['draft', 'placed', 'void'], { default: 'draft' }),
}
const transitions = { status: { draft: ['placed', 'void'], placed: ['void'] } }

const Order = model({
  name: 'back.Order',
  title: 'name',
  fields,
  transitions,
  checks: [
    {
      name: 'named',
      fields: ['name'],
      when: { fieldName: 'status', operator: '=', value: 'placed' },
      holds: { fieldName: 'name', operator: 'notNull' },
      message: 'is needed once placed',
    },
  ],
})
/** The same, but what became final stays so. */
const Receipt = model({ name: 'back.Receipt', title: 'name', fields, transitions, undoTransitions: false })
const models = toModels([Order, Receipt])
/** Takes both steps in one call. */
const close = action({
  name: 'back.close',
  takes: { order: reference(Order, { required: true }) },
  run: async ({ order }, records) => {
    const placed = await records.update(await records.read(Order, order), { status: 'placed' })
    await records.update(placed, { status: 'void' })
    return undefined
  },
})
const { logic } = loadLogic([{ file: 'logic.ts', declaration: close }], { models, roles: [] })
const stage = useLogic({ models, roles: [], logic })

/** Two people who write both models, and one who may not change a placed order. */
let sam: Client
let kim: Client
let guard: Client

beforeAll(async () => {
  const all = [Order, Receipt].map(({ name }) => ({ model: name, ...allActions }))
  const clerks = await makeRole(stage.client, 'clerks', all)
  const reader = { model: Order.name, read: true, create: true }
  const isDraft = [{ fieldName: 'status', operator: '=', value: 'draft' }]
  const condition = { operator: 'and', criteria: isDraft }
  const guards = await makeRole(stage.client, 'guards', [reader, { model: Order.name, update: true, condition }])
  const open = async (name: string, role: { id: number }) =>
    clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [role])).id, 1)
  sam = await open('sam', clerks)
  kim = await open('kim', clerks)
  guard = await open('guard', guards)
  return () => [sam, kim, guard].forEach((client) => client.close())
})

const setOf = (reply: Reply) => (reply.json as unknown as { changeSet: number }).changeSet
const undo = (client: Client, set: number, data: object = {}, query = '') =>
  client.exchange('POST', `/ws/changes/sets/${set}/undo${query}`, { body: { data } })
const undoWrite = (client: Client, name: string, id: number, version: number, last = version) =>
  client.exchange('POST', `/ws/rest/${name}/${id}/undo`, { body: { data: { version, undo: last } } })
const statusOf = async (name: string, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => recordOf(await stage.client.read(name, id))['status']))

const final = "can't change: void is final"
const refused = (name: string, id: number, version: number) => ({
  model: name,
  id,
  version,
  reason: 'refused',
  code: 'invalid-record',
  message: 'The record was not accepted; see errors for each field: status.',
  errors: { status: final },
})

/** Makes placed records, and then voids them by one call. */
async function voidAll(name: string, count = 3, client = sam) {
  const placed = Array.from({ length: count }, (_, index) => ({ name: `${index}`, status: 'placed' }))
  const ids = recordsOf(await saveMany(client, name, placed)).map(({ id }) => id)
  const data = { criteria: [{ fieldName: 'id', operator: 'in', value: ids }] }
  const reply = await updateMass(client, name, { data, values: { status: 'void' }, maxAffected: count })
  expect(reply.json, reply.text).toMatchObject({ status: 0 })
  return { ids, set: setOf(reply) }
}

describe('"an undo goes back along the very step that it undoes, while nobody has written the record since"', () => {
  it('a bulk change to a final status, its undo, and the undo of that', async () => {
    const { ids, set } = await voidAll(Order.name)
    expect((await undo(sam, set, {}, '?dryRun=true')).json).toMatchObject({ undone: 3 })
    expect(await statusOf(Order.name, ids)).toEqual(['void', 'void', 'void'])
    const undone = await undo(sam, set)
    expect(undone.json).toMatchObject({ undone: 3 })
    expect(await statusOf(Order.name, ids)).toEqual(['placed', 'placed', 'placed'])
    expect((await undo(sam, setOf(undone))).json).toMatchObject({ undone: 3 })
    expect(await statusOf(Order.name, ids)).toEqual(['void', 'void', 'void'])
  })

  it('one write of one record', async () => {
    const { ids } = await voidAll(Order.name, 1)
    expect(recordOf(await undoWrite(sam, Order.name, ids[0] ?? 0, 1))).toMatchObject({ status: 'placed', version: 2 })
  })

  it('several writes of one call go back to where it began', async () => {
    const { id } = recordOf(await sam.create(Order.name, { name: 'twice' }))
    const done = await stage.client.exchange('POST', '/ws/action/back.close', { body: { data: { order: { id } } } })
    expect((await undo(stage.client, setOf(done))).json).toMatchObject({ undone: 1 })
    expect(await statusOf(Order.name, [id])).toEqual(['draft'])
  })

  it('a record that somebody else has written since clashes, and says why', async () => {
    const { ids, set } = await voidAll(Order.name)
    const [first = 0] = ids
    recordOf(await kim.update(Order.name, first, { version: 1, name: 'by kim' }))
    const clashes = [refused(Order.name, first, 2)]
    expect((await undo(sam, set)).json).toMatchObject({ data: { code: 'not-undoable', clashes, undoable: 2 } })
    expect(shown(await undoWrite(sam, Order.name, first, 2, 1))).toEqual(
      refusal('invalid-record', { errors: { status: final }, data: { checks: { status: final } } }),
    )
    expect((await undo(sam, set, { onConflict: 'skip' })).json).toMatchObject({ undone: 2, clashes })
    expect(await statusOf(Order.name, ids)).toEqual(['void', 'placed', 'placed'])
  })

  it('what was written in between is not stepped over: an older write does not go back', async () => {
    const { id } = recordOf(await sam.create(Order.name, { name: 'older' }))
    recordOf(await sam.update(Order.name, id, { version: 0, status: 'placed' }))
    recordOf(await sam.update(Order.name, id, { version: 1, name: 'renamed' }))
    const message = "can't follow placed; allowed: void"
    expect(shown(await undoWrite(sam, Order.name, id, 2, 1))).toEqual(
      refusal('invalid-record', { errors: { status: message }, data: { checks: { status: message } } }),
    )
  })

  it('two people at once: one of undo and write comes first, and no status is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { ids, set } = await voidAll(Order.name, 1)
      const [id = 0] = ids
      const [undone, written] = await Promise.all([
        undo(sam, set),
        kim.update(Order.name, id, { version: 1, name: 'k' }),
      ])
      const record = recordOf(await stage.client.read(Order.name, id))
      const isUndone = undone.status === 200
      expect([undone.status, written.status].toSorted()).toEqual([200, 409])
      expect(record).toMatchObject(isUndone ? { status: 'placed', name: '0' } : { status: 'void', name: 'k' })
    }
  })
})

describe('"rights and checks hold"', () => {
  it('a check that the record before would break now', async () => {
    const { id } = recordOf(await sam.create(Order.name, { name: 'named', status: 'placed' }))
    // SQL by hand leaves no trace in the journal: the name is gone, and the version is the same.
    const record = { id, version: 0, status: 'void' }
    const set = setOf(await saveMany(sam, Order.name, [record]))
    await stage.database.query('update record.back_order set name = null where id = $1', [id])
    const clashes = [{ reason: 'refused', errors: { name: 'is needed once placed' } }]
    expect((await undo(sam, set)).json).toMatchObject({ data: { clashes } })
  })

  it('a user who might not do the step by hand', async () => {
    const { id } = recordOf(await guard.create(Order.name, { name: 'guarded' }))
    // The rule is met before the write and not after it: what is no draft any more is not theirs to change.
    const body = { data: { version: 0, status: 'placed' } }
    const placed = await stage.client.exchange('POST', `/ws/rest/${Order.name}/${id}`, { body })
    expect(recordOf(placed)).toMatchObject({ version: 1 })
    expect(shown(await undoWrite(guard, Order.name, id, 1))).toMatchObject({
      status: 403,
      json: { data: { code: 'not-permitted' } },
    })
    expect(await statusOf(Order.name, [id])).toEqual(['placed'])
  })
})

describe('"undoTransitions: false" of a model', () => {
  it('keeps the steps for an undo as well, and says why', async () => {
    const { ids, set } = await voidAll(Receipt.name)
    const clashes = ids.map((id) => refused(Receipt.name, id, 1)).toReversed()
    for (const client of [sam, stage.client])
      expect((await undo(client, set)).json).toMatchObject({ data: { code: 'not-undoable', clashes, undoable: 0 } })
    expect(shown(await undoWrite(sam, Receipt.name, ids[0] ?? 0, 1))).toEqual(
      refusal('invalid-record', { errors: { status: final }, data: { checks: { status: final } } }),
    )
    expect(await statusOf(Receipt.name, ids)).toEqual(['void', 'void', 'void'])
  })

  it('is in the metadata for those who know the transitions', async () => {
    const described = async (client: Client, name: string) =>
      recordsOf(await client.exchange('GET', `/ws/meta/fields/${name}`))[0]
    expect(await described(stage.client, Receipt.name)).toMatchObject({ transitions, undoTransitions: false })
    expect(await described(sam, Receipt.name)).toMatchObject({ transitions, undoTransitions: false })
    expect(await described(stage.client, Order.name)).not.toHaveProperty('undoTransitions')
    const rule = { model: Receipt.name, read: true, readFields: ['name'] }
    const blind = await makeUser(stage.client, 'blind', [await makeRole(stage.client, 'blind', [rule])])
    const client = await clientOf(stage.service, stage.database, blind.id, 1)
    const known = await described(client, Receipt.name)
    expect(known).not.toHaveProperty('transitions')
    expect(known).not.toHaveProperty('undoTransitions')
    client.close()
  })
})

describe('"a restore stays strict"', () => {
  it('does not lead back to an old status, also right after the step', async () => {
    const { ids } = await voidAll(Order.name, 1)
    expect(shown(await sam.restore(Order.name, ids[0] ?? 0, { version: 1, toVersion: 0 }))).toEqual(
      refusal('invalid-record', { errors: { status: final }, data: { checks: { status: final } } }),
    )
  })
})
