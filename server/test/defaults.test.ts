import { beforeAll, describe, expect, it } from 'vitest'
import { collection, date, dateTime, model, reference, text } from '../src/index.ts'
import { historyOf, saveMany } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Ticket = 'desk.Ticket'
const fields = {
  name: text({ default: '$$5 off' }),
  day: date({ default: '$today' }),
  at: dateTime({ required: true, default: '$now' }),
  owner: reference('tabularium.User', { default: '$user' }),
  parent: reference(Ticket),
  parts: collection(Ticket, { by: 'parent' }),
}
const declare = (more: typeof fields | object = {}) =>
  toModels([model({ name: Ticket, title: 'name', fields: { ...fields, ...more } })])
const stage = useModels(declare())
const today = async () => {
  const [row] = await stage.database.query<{ day: string }>(`select (now() at time zone 'UTC')::date::text as day`)
  return row?.day
}
let own: Client
let ownId: number

beforeAll(async () => {
  const role = await makeRole(stage.client, 'clerk', [
    {
      model: Ticket,
      read: true,
      create: true,
      update: true,
      condition: { fieldName: 'owner', operator: '=', value: '$user.id' },
      writeFields: ['name', 'parts'],
    },
  ])
  ownId = (await makeUser(stage.client, 'clara', [role])).id
  own = await clientOf(stage.service, stage.database, ownId)
  return () => own.close()
})

describe('defaults that are variables', () => {
  it('are the day, the moment of the write and the writer, in the answer, the record and its history', async () => {
    const made = recordOf(await stage.client.create(Ticket, {}))
    expect(made).toMatchObject({ name: '$5 off', day: await today(), at: made['createdOn'], owner: { id: 1 } })
    expect(recordOf(await stage.client.read(Ticket, made.id))).toEqual(made)
    const [entry] = await historyOf(stage.client, Ticket, made.id)
    expect(entry?.changes).toEqual({
      name: { from: null, to: '$5 off' },
      day: { from: null, to: made['day'] },
      at: { from: null, to: made['at'] },
      owner: { from: null, to: { id: 1 } },
    })
  })

  it('yield to what is sent, also to null', async () => {
    const sent = { day: '2020-02-29', at: '2020-01-01T00:00:00.000Z', owner: null }
    expect(recordOf(await stage.client.create(Ticket, sent))).toMatchObject(sent)
    expect(recordOf(await stage.client.create(Ticket, { day: null }))).toMatchObject({ day: null })
    const errors = { at: 'is required' }
    expect(shown(await stage.client.create(Ticket, { at: null }))).toEqual(refusal('invalid-record', { errors }))
  })

  it('cannot be sent', async () => {
    const fault = 'must be a date, such as "2026-01-31"'
    for (const day of ['$today', '-infinity'])
      expect(shown(await stage.client.create(Ticket, { day }))).toEqual(
        refusal('invalid-record', { errors: { day: fault } }),
      )
  })

  it('are the same for all records of a call, and for members of a collection', async () => {
    const made = recordsOf(await saveMany(stage.client, Ticket, [{}, { day: '2020-01-01' }, { name: 'x' }]))
    const [first] = made
    expect(made).toMatchObject([
      { day: await today(), at: first?.['at'], owner: { id: 1 } },
      { day: '2020-01-01', at: first?.['at'], owner: { id: 1 } },
      { day: await today(), at: first?.['at'], name: 'x', owner: { id: 1 } },
    ])
    const parent = recordOf(await stage.client.create(Ticket, { parts: [{ name: 'part' }] }))
    const path = `/ws/rest/${Ticket}/${parent.id}?fields=parts.day,parts.owner`
    expect(recordOf(await stage.client.exchange('GET', path))).toMatchObject({
      parts: [{ day: await today(), owner: { id: 1 } }],
    })
  })

  it('are shown by a dry run and repeated by a key', async () => {
    const dry = await stage.client.exchange('PUT', `/ws/rest/${Ticket}?dryRun=true`, { body: { data: {} } })
    expect(recordOf(dry)).toMatchObject({ day: await today(), owner: { id: 1 } })
    const send = () =>
      stage.client.exchange('PUT', `/ws/rest/${Ticket}`, { body: { data: {} }, headers: { 'idempotency-key': 'd-1' } })
    expect((await send()).json).toEqual((await send()).json)
  })

  it('apply to fields that the caller may not write, and rules see them', async () => {
    const reply = await own.create(Ticket, { name: 'mine' })
    expect(recordOf(reply)).toMatchObject({ name: 'mine', day: await today(), owner: { id: ownId } })
    const refused = await own.create(Ticket, { name: 'mine', day: '2020-01-01' })
    expect(refused.status).toBe(403)
  })

  it('share a statement with creates that send the values', async () => {
    const bodies = [{}, { day: null }, { day: '2020-01-01' }, { owner: null }, { at: '2020-01-01T00:00:00Z' }]
    const replies = await Promise.all(bodies.map((data) => stage.client.create(Ticket, data)))
    const day = await today()
    expect(replies.map((reply) => recordOf(reply)['day'])).toEqual([day, null, '2020-01-01', day, day])
  })

  it('are in the metadata as they are declared', async () => {
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Ticket}`)
    expect(json).toMatchObject({
      data: [{ fields: [{}, { default: '$today' }, { default: '$now' }, { default: '$user' }, {}, {}] }],
    })
  })

  it('fill a required field that is added: the moment of the migration in all records, but no user', async () => {
    const count = (await stage.database.query('select 1 from record.desk_ticket')).length
    await stage.serve(declare({ seenOn: date({ required: true, default: '$today' }) }))
    const [row] = await stage.database.query<{ count: string; days: string }>(
      'select count(*) as count, count(distinct seen_on) as days from record.desk_ticket',
    )
    expect(row).toEqual({ count: `${count}`, days: '1' })
    const user = { keeper: reference('tabularium.User', { required: true, default: '$user' }) }
    await expect(stage.serve(declare(user))).rejects.toThrow('desk.Ticket.keeper is new and required')
  })

  it('are given to a required field that a deleted record did not have', async () => {
    await stage.serve(declare())
    const { id } = recordOf(await stage.client.create(Ticket, { name: 'old' }))
    expect((await stage.client.delete(Ticket, id, 0)).status).toBe(200)
    await stage.database.query('delete from record.desk_ticket')
    await stage.serve(
      declare({
        seenOn: date({ required: true, default: '$today' }),
        keeper: reference('tabularium.User', { required: true, default: '$user' }),
      }),
    )
    const back = await stage.client.restore(Ticket, id, { version: 1, toVersion: 0 })
    expect(recordOf(back)).toMatchObject({ name: 'old', seenOn: await today(), keeper: { id: 1 } })
  })
})
