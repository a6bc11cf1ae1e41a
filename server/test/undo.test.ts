import { describe, expect, it } from 'vitest'
import { historyOf, removeAll, saveMany, transact, updateMass } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const Interaction = 'com.example.contacts.Interaction'
const stage = useService()
const by = { id: 1, username: 'admin', name: 'admin' }
const on = expect.any(String)

export interface UndoAnswer {
  readonly changeSet: number
  readonly undone: number
  readonly clashes?: readonly Readonly<Record<string, unknown>>[]
  readonly clashing?: number
  readonly data: readonly Readonly<Record<string, unknown>>[]
}

function answerOf(reply: Reply): UndoAnswer {
  expect(reply.json?.status, reply.text).toBe(0)
  return reply.json as unknown as UndoAnswer
}

const setOf = (reply: Reply) => answerOf(reply).changeSet

function undo(set: number, data: object = {}, query = '', client: Client = stage.client): Promise<Reply> {
  return client.exchange('POST', `/ws/changes/sets/${set}/undo${query}`, { body: { data } })
}

function undoWrite(model: string, id: number, data: object, query = ''): Promise<Reply> {
  return stage.client.exchange('POST', `/ws/rest/${model}/${id}/undo${query}`, { body: { data } })
}

async function make(...names: readonly string[]) {
  const reply = await saveMany(
    stage.client,
    Contact,
    names.map((firstName) => ({ firstName, lastName: 'Undo' })),
  )
  return { set: setOf(reply), ids: recordsOf(reply).map(({ id }) => id) }
}

const read = async (model: string, id: number) => recordOf(await stage.client.read(model, id))
const statusOf = async (model: string, id: number) => (await stage.client.read(model, id)).status

describe('"a record that was created is deleted, and one that was deleted comes back"', () => {
  it('a bulk create and its undo, and the undo of that', async () => {
    const { set, ids } = await make('Ada', 'Bob')
    const dry = answerOf(await undo(set, {}, '?dryRun=true'))
    expect(dry).toMatchObject({ dryRun: true, undone: 2 })
    expect(dry.changeSet).toBeUndefined()
    expect(await statusOf(Contact, ids[0] ?? 0)).toBe(200)
    const undone = answerOf(await undo(set))
    expect(undone.data).toEqual(ids.map((id) => ({ model: Contact, id, version: 1, operation: 'delete' })).toReversed())
    expect(await Promise.all(ids.map((id) => statusOf(Contact, id)))).toEqual([404, 404])
    const again = answerOf(await undo(undone.changeSet))
    expect(again.data).toContainEqual({ model: Contact, id: ids[0], version: 2, operation: 'restore' })
    expect(await read(Contact, ids[0] ?? 0)).toMatchObject({ firstName: 'Ada', version: 2 })
  })

  it('what was undone already is not undone twice', async () => {
    const { set } = await make('Ada')
    answerOf(await undo(set))
    expect(shown(await undo(set)).json).toEqual({ status: 0, data: [], undone: 0 })
  })

  it('a delete that took others with it, and links that it removed', async () => {
    const { id: tag } = recordOf(await stage.client.create(Tag, { name: 'Undo' }))
    const created = await transact(stage.client, [
      { create: Company, as: 'c', record: { name: 'Undo' } },
      {
        create: Contact,
        as: 'p',
        record: { firstName: 'Eve', lastName: 'Undo', company: { as: 'c' }, tags: [{ id: tag }] },
      },
      { create: Interaction, record: { contact: { as: 'p' }, subject: 'Hello', happenedOn: '2026-01-31T08:00:00Z' } },
    ])
    const [, contact, interaction] = recordsOf(created)
    const removed = await stage.client.delete(Contact, contact?.id ?? 0)
    expect(answerOf(await undo(setOf(removed))).undone).toBe(2)
    expect(await read(Interaction, interaction?.id ?? 0)).toMatchObject({ subject: 'Hello', version: 2 })
    const shownTags = await stage.client.exchange('GET', `/ws/rest/${Contact}/${contact?.id}?fields=tags.name`)
    expect(recordOf(shownTags)['tags']).toMatchObject([{ name: 'Undo' }])
    const untagged = await stage.client.delete(Tag, tag)
    expect(answerOf(await undo(setOf(untagged))).data).toEqual([
      { model: Tag, id: tag, version: 2, operation: 'restore' },
      { model: Contact, id: contact?.id, version: 4, operation: 'update' },
    ])
    expect(answerOf(await undo(setOf(created), {}, '?dryRun=true')).undone).toBe(3)
  })

  it('a unique value that another record of the change set took goes back to its record', async () => {
    const old = recordOf(await stage.client.create(Tag, { name: 'Taken' }))
    const swapped = await transact(stage.client, [
      { delete: Tag, record: { id: old.id, version: old.version } },
      { create: Tag, record: { name: 'Taken' } },
    ])
    expect(answerOf(await undo(setOf(swapped))).undone).toBe(2)
    expect(await read(Tag, old.id)).toMatchObject({ name: 'Taken', version: 2 })
  })
})

describe('"what was changed since clashes"', () => {
  it('a field, with its three values; with skip the rest goes back, also other fields of the record', async () => {
    const { ids } = await make('Dan', 'Fay')
    const [first = 0, second = 0] = ids
    const changed = await saveMany(
      stage.client,
      Contact,
      ids.map((id) => ({ id, version: 0, status: 'customer', vip: true })),
    )
    await stage.client.update(Contact, first, { version: 1, status: 'former' })
    const conflict = { field: 'status', base: 'customer', current: 'former', yours: 'lead', by, on }
    const clash = { model: Contact, id: first, version: 2, reason: 'changed', conflicts: [conflict] }
    const refused = refusal('not-undoable', { data: { clashes: [clash], clashing: 1, undoable: 2 } })
    expect(shown(await undo(setOf(changed)))).toEqual(refused)
    expect(await read(Contact, second)).toMatchObject({ status: 'customer', version: 1 })
    expect(answerOf(await undo(setOf(changed), { onConflict: 'skip' }))).toMatchObject({
      undone: 2,
      clashes: [clash],
      clashing: 1,
    })
    expect(await read(Contact, first)).toMatchObject({ status: 'former', vip: null, version: 3 })
    expect(await read(Contact, second)).toMatchObject({ status: 'lead', vip: null, version: 2 })
  })

  it('a record that was deleted since, and one that was created and changed since', async () => {
    const { set, ids } = await make('Gil', 'Hal')
    const [first = 0, second = 0] = ids
    const criteria = { fieldName: 'id', operator: 'in', value: ids }
    const mass = await updateMass(stage.client, Contact, { data: criteria, values: { vip: true }, maxAffected: 2 })
    await stage.client.delete(Contact, first)
    const deleted = answerOf(await undo(setOf(mass), { onConflict: 'skip' }))
    expect(deleted.clashes).toEqual([{ model: Contact, id: first, version: null, reason: 'deleted', by, on }])
    await stage.client.update(Contact, second, { version: 2, firstName: 'Henry' })
    const conflicts = [{ field: 'firstName', base: 'Hal', current: 'Henry', yours: null, by, on }]
    expect(answerOf(await undo(set, { onConflict: 'skip' })).clashes).toEqual([
      { model: Contact, id: second, version: 3, reason: 'changed', conflicts },
    ])
    expect(await read(Contact, second)).toMatchObject({ firstName: 'Henry', version: 3 })
  })

  it('a record that another one refers to by now, whatever a delete would do with that', async () => {
    const { set, ids } = await make('Ida')
    const sent = { contact: { id: ids[0] }, subject: 'Since', happenedOn: '2026-01-31T08:00:00Z' }
    const since = recordOf(await stage.client.create(Interaction, sent))
    const clash = { reason: 'refused', code: 'still-referenced', referrers: [`${Interaction}.contact`] }
    expect(answerOf(await undo(set, { onConflict: 'skip' })).clashes).toMatchObject([clash])
    await stage.client.delete(Interaction, since.id)
    expect(answerOf(await undo(set)).undone).toBe(1)
  })

  it('links are compared one by one: those that others added stay', async () => {
    const tags = recordsOf(await saveMany(stage.client, Tag, [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]))
    const [one, two, three] = tags.map(({ id }) => ({ id }))
    const { ids } = await make('Jim')
    const id = ids[0] ?? 0
    await stage.client.update(Contact, id, { version: 0, tags: [one] })
    await stage.client.update(Contact, id, { version: 1, tags: [two] })
    await stage.client.update(Contact, id, { version: 2, tags: [two, three] })
    expect(recordOf(await undoWrite(Contact, id, { version: 3, undo: 2 }))).toMatchObject({ version: 4 })
    const [entry] = await historyOf(stage.client, Contact, id)
    expect(entry?.changes['tags']).toEqual({ from: [two?.id, three?.id], to: [one?.id, three?.id] })
  })
})

describe('"POST /ws/rest/:model/:id/undo undoes one write"', () => {
  it('of a field, while others changed another; what is stale is refused or merged', async () => {
    const id = recordOf(await stage.client.create(Contact, { firstName: 'Kim', lastName: 'Undo' })).id
    await stage.client.update(Contact, id, { version: 0, firstName: 'Kimberly' })
    await stage.client.update(Contact, id, { version: 1, vip: true })
    expect((await undoWrite(Contact, id, { version: 1, undo: 1 })).json?.data).toMatchObject({
      code: 'version-conflict',
    })
    const undone = await undoWrite(Contact, id, { version: 1, undo: 1 }, '?onConflict=merge&fields=firstName,vip')
    expect(shown(undone).json).toEqual({ status: 0, data: [{ id, version: 3, firstName: 'Kim', vip: true }] })
    expect((await historyOf(stage.client, Contact, id))[0]).toMatchObject({ operation: 'restore' })
    expect(shown(await undoWrite(Contact, id, { version: 3, undo: 9 }))).toEqual(refusal('version-not-found'))
    expect(shown(await undoWrite(Contact, id, { undo: 1 }))).toEqual(refusal('version-required'))
    expect(shown(await undoWrite(Contact, id, { version: 3, undo: -1, it: 1 }))).toEqual(
      refusal('invalid-record', { errors: { undo: on, it: on } }),
    )
  })

  it('of a create and of a delete; a key makes it happen once', async () => {
    const { id } = recordOf(await stage.client.create(Tag, { name: 'Gone' }))
    const send = () =>
      stage.client.exchange('POST', `/ws/rest/${Tag}/${id}/undo`, {
        body: { data: { version: 0, undo: 0 } },
        headers: { 'idempotency-key': 'undo-tag' },
      })
    expect(recordOf(await send())).toEqual({ id, version: 1 })
    expect(recordOf(await send())).toEqual({ id, version: 1 })
    expect(recordOf(await undoWrite(Tag, id, { version: 1, undo: 1 }, '?dryRun=true'))).toMatchObject({ version: 2 })
    expect(recordOf(await undoWrite(Tag, id, { version: 1, undo: 1 }))).toMatchObject({ id, version: 2, name: 'Gone' })
  })
})

describe('"GET /ws/changes/sets lists change sets, newest first"', () => {
  it('with their kind, author, request and number of records; by user and model', async () => {
    const created = await saveMany(stage.client, Tag, [{ name: 'Listed' }, { name: 'Listed too' }])
    const removed = await removeAll(
      stage.client,
      Tag,
      recordsOf(created).map(({ id, version }) => ({ id, version })),
    )
    const list = async (query: string) => recordsOf(await stage.client.exchange('GET', `/ws/changes/sets${query}`))
    const requestId = on
    const common = { on, by, requestId, records: 2, models: [Tag] }
    expect(await list(`?model=${Tag}&limit=2`)).toEqual([
      { id: setOf(removed), kind: 'removeAll', ...common },
      { id: setOf(created), kind: 'bulk', ...common },
    ])
    const undone = setOf(await undo(setOf(removed)))
    expect(await list('?user=admin&limit=2')).toEqual([
      { id: undone, kind: 'undo', ...common, undoes: setOf(removed) },
      { id: setOf(removed), kind: 'removeAll', ...common, undoneBy: undone },
    ])
    expect(await list('?user=nobody')).toEqual([])
    expect((await stage.client.exchange('GET', '/ws/changes/sets?model=com.example.None')).status).toBe(404)
  })

  it('GET of one shows its records and what changed', async () => {
    const { set, ids } = await make('Lea', 'Mia')
    const one = await stage.client.exchange('GET', `/ws/changes/sets/${set}?limit=1`)
    const changes = expect.objectContaining({ firstName: { from: null, to: 'Lea' } })
    expect(one.json).toMatchObject({
      offset: 0,
      data: [{ model: Contact, id: ids[0], version: 0, operation: 'create', changes }],
      more: true,
      set: { id: set, kind: 'bulk', records: 2 },
    })
    expect((await stage.client.exchange('GET', '/ws/changes/sets/999999')).status).toBe(404)
    expect(shown(await undo(999_999))).toEqual(refusal('record-not-found'))
    expect(shown(await undo(set, { onConflict: 'merge' }))).toEqual(
      refusal('invalid-record', { errors: { onConflict: on } }),
    )
  })
})
