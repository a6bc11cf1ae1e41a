import { beforeAll, describe, expect, it } from 'vitest'
import { removeAll, saveMany } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser, own } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const Interaction = 'com.example.contacts.Interaction'
const stage = useService()
const people = ['Ada', 'Bob'].map((firstName) => ({ firstName, lastName: 'Rights' }))
let sam: Client
let kim: Client

/** Sam sees and writes his own contacts. Kim writes all contacts, and knows nothing of interactions. */
beforeAll(async () => {
  const owners = await makeRole(stage.client, 'owners', [{ model: Contact, ...allActions, condition: own }])
  const clerks = await makeRole(stage.client, 'clerks', [{ model: Contact, ...allActions }])
  const open = async (name: string, role: { id: number }) =>
    clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [role])).id, 1)
  sam = await open('sam', owners)
  kim = await open('kim', clerks)
  return () => [sam, kim].forEach((client) => client.close())
})

const setOf = (reply: Reply) => (reply.json as unknown as { changeSet: number }).changeSet
const list = (client: Client) => client.exchange('GET', '/ws/changes/sets')
const show = (client: Client, set: number) => client.exchange('GET', `/ws/changes/sets/${set}`)
const undo = (client: Client, set: number, data: object = {}) =>
  client.exchange('POST', `/ws/changes/sets/${set}/undo`, { body: { data } })

describe('"only administrators can undo the change sets of others"', () => {
  it('for all other users they do not exist', async () => {
    const set = setOf(await saveMany(stage.client, Contact, people))
    const none = refusal('record-not-found')
    for (const client of [sam, kim]) {
      expect(recordsOf(await list(client))).toEqual([])
      expect(shown(await show(client, set))).toEqual(none)
      expect(shown(await undo(client, set))).toEqual(none)
    }
    const his = setOf(await saveMany(sam, Contact, people))
    expect(recordsOf(await list(sam))).toMatchObject([{ id: his, by: { username: 'sam' }, records: 2 }])
    expect((await undo(stage.client, his)).json).toMatchObject({ undone: 2 })
  })
})

describe('"whether there is a change set does not depend on records that the caller does not see"', () => {
  it('a single delete has one, with and without hidden records that go with it', async () => {
    const made = recordsOf(await saveMany(kim, Contact, people))
    const interaction = { contact: { id: made[0]?.id }, kind: 'call', happenedOn: '2026-11-16T10:00:00Z' }
    recordOf(await stage.client.create(Interaction, interaction))
    for (const { id, version } of made) {
      const deleted = await kim.delete(Contact, id, version)
      expect([deleted.status, setOf(deleted)]).toEqual([200, expect.any(Number)])
    }
  })
})

describe('"an undo takes the rights that the same writes by hand take"', () => {
  it('somebody who sees his own records brings them back, with all that he deleted', async () => {
    const made = recordsOf(await saveMany(sam, Contact, people))
    const removed = setOf(
      await removeAll(
        sam,
        Contact,
        made.map(({ id, version }) => ({ id, version })),
      ),
    )
    expect(recordsOf(await show(sam, removed))).toMatchObject(made.map(({ id }) => ({ id, operation: 'delete' })))
    expect((await undo(sam, removed)).json).toMatchObject({ undone: 2 })
    expect(recordOf(await sam.read(Contact, made[0]?.id ?? 0))).toMatchObject({ firstName: 'Ada', version: 2 })
    const single = await sam.exchange('POST', `/ws/rest/${Contact}/${made[0]?.id}/undo`, {
      body: { data: { version: 2, undo: 2 } },
    })
    expect(recordOf(single)).toEqual({ id: made[0]?.id, version: 3 })
  })

  it('nobody brings back what they may not create', async () => {
    const role = await makeRole(stage.client, 'removers', [{ model: Contact, ...allActions, condition: own }])
    const { id } = await makeUser(stage.client, 'max', [role])
    const max = await clientOf(stage.service, stage.database, id, 1)
    const made = recordsOf(await saveMany(max, Contact, people)).map((record) => ({ id: record.id, version: 0 }))
    const removed = setOf(await removeAll(max, Contact, made))
    recordOf(await stage.client.update('tabularium.Rule', role.rules[0]?.id ?? 0, { version: 0, create: false }))
    const clash = { reason: 'refused', code: 'not-permitted' }
    expect((await undo(max, removed)).json?.data).toMatchObject({ code: 'not-undoable', clashes: [clash, clash] })
    expect((await stage.client.read(Contact, made[0]?.id ?? 0)).status).toBe(404)
    max.close()
  })

  it('nobody undoes what they may not write any more, and nothing of what they do not see', async () => {
    const rule = { model: Contact, ...allActions }
    const role = await makeRole(stage.client, 'leaving', [rule])
    const { id } = await makeUser(stage.client, 'lea', [role])
    const lea = await clientOf(stage.service, stage.database, id, 1)
    const made = await saveMany(lea, Contact, people)
    const changed = await saveMany(
      lea,
      Contact,
      recordsOf(made).map((record) => ({ id: record.id, version: 0, notes: 'secret', vip: true })),
    )
    const [kept] = role.rules
    const change = async (fields: object) => {
      const { version } = recordOf(await stage.client.read('tabularium.Rule', kept?.id ?? 0))
      recordOf(await stage.client.update('tabularium.Rule', kept?.id ?? 0, { version, ...fields }))
    }
    await change({ readFields: ['firstName', 'lastName', 'vip'], writeFields: ['vip'] })
    const seen = recordsOf(await show(lea, setOf(changed)))
    expect(seen.map(({ changes }) => changes)).toEqual([
      { vip: { from: null, to: true } },
      { vip: { from: null, to: true } },
    ])
    const undone = await undo(lea, setOf(changed))
    expect(undone.text).not.toMatch(/notes|secret/)
    expect(undone.json).toMatchObject({ undone: 2 })
    expect(recordOf(await stage.client.read(Contact, seen[0]?.id ?? 0))).toMatchObject({ notes: 'secret', vip: null })
    await change({ readFields: null, writeFields: null, update: false, delete: false })
    const clash = { reason: 'refused', code: 'not-permitted' }
    for (const reply of [changed, made])
      expect((await undo(lea, setOf(reply))).json?.data).toMatchObject({ code: 'not-undoable', clashing: 2 })
    expect((await undo(lea, setOf(changed), { onConflict: 'skip' })).json).toMatchObject({
      undone: 0,
      clashes: [clash, clash],
    })
    expect((await stage.client.delete('tabularium.Rule', kept?.id ?? 0)).status).toBe(200)
    expect((await undo(lea, setOf(changed))).json).toEqual({ status: 0, data: [], undone: 0 })
    expect(recordsOf(await show(lea, setOf(changed)))).toEqual([])
    lea.close()
  })
})

describe('"what you may not read is not mentioned"', () => {
  /** Numbers and times differ from run to run; what the answers say does not. */
  const varying = ['id', 'undoes', 'undoneBy', 'changeSet', 'on', 'createdOn', 'updatedOn', 'requestId']
  const comparable = ({ status, text }: Reply): unknown => [
    status,
    JSON.parse(text, (name, value: unknown) => (varying.includes(name) ? typeof value : value)),
  ]

  /** All that Kim learns, once with and once without records that she does not see. */
  async function learn(hidden: number): Promise<unknown[]> {
    const made = await saveMany(kim, Contact, people)
    const [first, second] = recordsOf(made)
    const newest = () => kim.exchange('GET', '/ws/changes/sets?limit=2')
    const add = async (contact: number | undefined) => {
      const details = { contact: { id: contact }, subject: 'Hidden', happenedOn: '2026-01-31T08:00:00Z' }
      for (let count = 0; count < hidden; count++) recordOf(await stage.client.create(Interaction, details))
    }
    await add(first?.id)
    const removed = setOf(await removeAll(kim, Contact, [{ id: first?.id, version: 0 }]))
    const replies = [
      await newest(),
      await show(kim, removed),
      await undo(kim, removed),
      await newest(),
      await kim.read(Contact, first?.id ?? 0),
    ]
    await add(second?.id)
    replies.push(await undo(kim, setOf(made), { onConflict: 'skip' }), await newest())
    return replies.map(comparable)
  }

  it('an undo that meets the record, restored by somebody else, shows of it what the asker sees', async () => {
    const rule = { model: Contact, ...allActions, readFields: ['firstName', 'lastName'] }
    const { id: user } = await makeUser(stage.client, 'partial', [await makeRole(stage.client, 'partial', [rule])])
    const partial = await clientOf(stage.service, stage.database, user, 1)
    const { id } = recordOf(await stage.client.create(Contact, { ...people[0], notes: 'Hidden notes' }))
    const table = 'record.com_example_contacts_contact'
    const [columns] = await stage.database.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ',') as names from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    await stage.database.query(`create temporary table copy as select * from ${table} where id = ${id}`)
    await stage.client.delete(Contact, id)
    // The restore of somebody else, which ends while the undo waits for it.
    await stage.database.query(
      `begin; update copy set version = 2; insert into ${table} (${columns?.names}) select ${columns?.names} from copy`,
    )
    const undone = partial.exchange('POST', `/ws/rest/${Contact}/${id}/undo`, {
      body: { data: { version: 1, undo: 1 } },
    })
    const waits = () => stage.database.query(`select from pg_locks where locktype = 'transactionid' and not granted`)
    await until('the undo waits', async () => (await waits()).length > 0)
    await stage.database.query('commit')
    const { json, text } = await undone
    expect(json).toMatchObject({ data: { code: 'version-conflict', current: { id, version: 2, firstName: 'Ada' } } })
    expect(text).not.toContain('Hidden')
    partial.close()
  })

  it('a delete that cascades to hidden records, and its undo, tell the same with and without them', async () => {
    await learn(0)
    const without = await learn(0)
    expect(await learn(2)).toEqual(without)
    expect(JSON.stringify(without)).not.toContain('Interaction')
    const all = recordsOf(await stage.client.exchange('GET', '/ws/changes/sets?user=kim&limit=9'))
    expect(all).toContainEqual(expect.objectContaining({ kind: 'removeAll', records: 3, models: [Contact] }))
    expect((await kim.exchange('GET', `/ws/changes/sets?model=${Interaction}`)).status).toBe(404)
    expect((await kim.exchange('GET', `/ws/changes/sets?model=${Company}`)).status).toBe(404)
  })
})
