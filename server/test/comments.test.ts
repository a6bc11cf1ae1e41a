import { beforeAll, describe, expect, it } from 'vitest'
import { collection, comments, computed, model, reference, role, rollup, text } from '../src/index.ts'
import { noLogic } from '../src/logic/Logic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useLogic } from './harness/useLogic.ts'

const Thing = model({
  name: 'desk.Thing',
  title: 'name',
  fields: {
    name: text({ required: true }),
    place: text(),
    price: text(),
    shownPrice: computed('{price} NZD'),
    comments: comments(),
    commentCount: rollup('count', 'comments'),
    parts: collection('desk.Part', { by: 'thing' }),
  },
})
const Part = model({
  name: 'desk.Part',
  title: 'name',
  fields: { name: text(), thing: reference(Thing, { required: true, onDelete: 'cascade' }) },
})
const here = { fieldName: 'place', operator: '=', value: 'here' }
const roles = [
  role({ name: 'technician', rules: [{ model: Thing, read: true, comment: true }] }),
  role({ name: 'student', rules: [{ model: Thing, read: true, hideFields: ['price'] }] }),
  role({ name: 'desk', rules: [{ model: Thing, read: true, update: true, delete: true, condition: here }] }),
].map((one) => toRole(one, 'a.ts'))
const stage = useLogic({ models: toModels([Thing, Part]), roles, logic: noLogic }, { work: 'false' })
let technician: Client
let student: Client
let desk: Client

beforeAll(async () => {
  ;[technician, student, desk] = await Promise.all([stage.as('technician'), stage.as('student'), stage.as('desk')])
})

const newThing = async (place = 'here') => recordOf(await stage.client.create(Thing.name, { name: 'Camera', place }))
const pathOf = ({ id }: { readonly id: number }, behind: string | number = '') =>
  `/ws/rest/${Thing.name}/${id}/comments${behind}`
const comment = (client: Client, thing: RecordJson, data: object) =>
  client.exchange('PUT', pathOf(thing), { body: { data } })
const list = (client: Client, thing: RecordJson, query = '') => client.exchange('GET', pathOf(thing, query))

describe('comments on a record', () => {
  it('have an author, a time and the users that they mention; the record gets no new version', async () => {
    const thing = await newThing()
    const made = recordOf(await comment(technician, thing, { body: 'Look, @desk, @nobody and @technician.' }))
    expect(made).toMatchObject({
      version: 0,
      body: 'Look, @desk, @nobody and @technician.',
      about: null,
      createdBy: { username: 'technician' },
      mentions: [{ username: 'desk' }, { username: 'technician' }],
    })
    expect(recordsOf(await list(desk, thing)).map(({ id }) => id)).toEqual([made.id])
    expect(recordOf(await stage.client.read(Thing.name, thing.id))).toMatchObject({ version: 0, commentCount: 1 })
  })

  it('mention only users who may read the record, and the answer is the same as for nobody', async () => {
    const there = await newThing('there')
    const made = recordOf(await comment(technician, there, { body: '@desk' }))
    const other = recordOf(await comment(technician, there, { body: '@none' }))
    expect([made['mentions'], other['mentions']]).toEqual([[], []])
    const many = Array.from({ length: 30 }, (_, index) => `@u${index}`).join(' ')
    expect(recordOf(await comment(technician, there, { body: `${many} @student` }))['mentions']).toEqual([])
  })

  it('are read by whoever reads the record, and by nobody else', async () => {
    const [thing, there] = [await newThing(), await newThing('there')]
    recordOf(await comment(technician, there, { body: 'First' }))
    expect((await list(student, there)).status).toBe(200)
    expect((await list(desk, thing)).status).toBe(200)
    expect((await list(desk, there)).status).toBe(404)
    expect((await comment(desk, there, { body: 'No' })).status).toBe(404)
  })

  it('are written by those who may comment: by a rule, or because they may update the record', async () => {
    const thing = await newThing()
    expect((await comment(student, thing, { body: 'No' })).status).toBe(403)
    expect((await comment(desk, thing, { body: 'Yes' })).status).toBe(200)
    expect((await comment(technician, thing, { body: 'Yes' })).status).toBe(200)
    expect((await comment(technician, thing, { body: 'x', record: { id: 1 } })).json?.errors).toHaveProperty('record')
    expect((await comment(technician, thing, { body: 'x'.repeat(10_001) })).json?.errors).toHaveProperty('body')
  })

  it('are changed and deleted by their authors, and deleted by those who may delete the record', async () => {
    const [thing, other] = [await newThing(), await newThing()]
    const made = recordOf(await comment(technician, thing, { body: 'First' }))
    const change = (client: Client, of: RecordJson, version: number) =>
      client.exchange('POST', pathOf(of, `/${made.id}`), { body: { data: { version, body: 'Second, @desk' } } })
    expect((await change(desk, thing, 0)).status).toBe(403)
    expect((await change(technician, other, 0)).status).toBe(404)
    const now = recordOf(await change(technician, thing, 0))
    expect(now).toMatchObject({ version: 1, body: 'Second, @desk', mentions: [{ username: 'desk' }] })
    expect((await change(technician, thing, 0)).status).toBe(409)
    expect((await student.exchange('DELETE', pathOf(thing, `/${made.id}?version=1`))).status).toBe(403)
    expect((await desk.exchange('DELETE', pathOf(thing, `/${made.id}?version=1`))).status).toBe(200)
    expect(recordsOf(await list(technician, thing))).toEqual([])
  })

  it('about a field that the reader may not read are not shown', async () => {
    const thing = await newThing()
    recordOf(await comment(technician, thing, { body: 'Too dear', about: 'price' }))
    recordOf(await comment(technician, thing, { body: 'Too dark', about: 'place' }))
    expect(recordsOf(await list(student, thing)).map(({ about }) => about)).toEqual(['place'])
    expect(recordsOf(await list(technician, thing)).map(({ about }) => about)).toEqual(['place', 'price'])
  })

  it('about what follows from such a field are not shown either, and mention nobody who may not read it', async () => {
    const thing = await newThing()
    for (const about of ['price', 'shownPrice'])
      expect(recordOf(await comment(technician, thing, { body: '@student @desk', about }))).toMatchObject({
        mentions: [{ username: 'desk' }],
      })
    expect(recordsOf(await list(student, thing))).toEqual([])
    const made = recordOf(await comment(technician, thing, { body: 'Look', about: 'price' }))
    const change = { version: 0, body: 'Look, @student' }
    const now = await technician.exchange('POST', pathOf(thing, `/${made.id}`), { body: { data: change } })
    expect(recordOf(now)).toMatchObject({ mentions: [] })
  })

  it('are read by no rule that hides them, or that is broken for the record', async () => {
    const thing = await newThing()
    recordOf(await comment(technician, thing, { body: 'Quiet' }))
    const { client, database, service } = stage
    for (const [name, hideFields] of [
      ['deaf', ['comments']],
      ['broken', ['price']],
    ] as const) {
      const role = await makeRole(client, name, [{ model: Thing.name, read: true, hideFields }])
      // As if the field had been renamed.
      if (name === 'broken')
        await database.query(`update record.tabularium_rule set hide_fields = '["gone"]' where role = $1`, [role.id])
      const { id } = await makeUser(client, name, [role])
      const reader = await clientOf(service, database, id)
      expect((await list(reader, thing)).status, name).toBeGreaterThanOrEqual(403)
      expect((await reader.find(`${Thing.name}.comments`)).status, name).toBeGreaterThanOrEqual(403)
      reader.close()
    }
  })

  it('are listed newest first, page by page, and embedded by fields=comments', async () => {
    const thing = await newThing()
    // A mention takes another way to its id: ids don't tell which comment is newer.
    for (const body of ['one', 'two @desk', 'three']) recordOf(await comment(technician, thing, { body }))
    const first = await list(student, thing, '?limit=2')
    expect(recordsOf(first).map(({ body }) => body)).toEqual(['three', 'two @desk'])
    const { next } = first.json as unknown as { next: string }
    const second = await list(student, thing, `?limit=2&after=${encodeURIComponent(next)}`)
    expect(recordsOf(second).map(({ body }) => body)).toEqual(['one'])
    const read = await student.exchange('GET', `/ws/rest/${Thing.name}/${thing.id}?fields=comments.body`)
    expect(recordOf(read)).toMatchObject({ comments: [{ body: 'three' }, { body: 'two @desk' }, { body: 'one' }] })
  })

  it('are shown with the record up to the last 20', async () => {
    const thing = await newThing()
    for (let index = 0; index < 25; index++) recordOf(await comment(technician, thing, { body: `${index}` }))
    const read = await student.exchange('GET', `/ws/rest/${Thing.name}/${thing.id}?fields=comments.body,commentCount`)
    const { comments: shown, commentCount } = recordOf(read) as unknown as Record<string, { body: string }[]>
    expect(shown?.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, index) => `${24 - index}`))
    expect(commentCount).toBe(25)
  })

  it('of 20 clients at once are all there', async () => {
    const thing = await newThing()
    const bodies = Array.from({ length: 20 }, (_, index) => `comment ${index}`)
    await Promise.all(bodies.map(async (body) => recordOf(await comment(technician, thing, { body }))))
    const found = recordsOf(await list(student, thing, '?limit=100')).map(({ body }) => String(body))
    expect(new Set(found)).toEqual(new Set(bodies))
  })

  it('go with the record and come back with it, and are not sent with it', async () => {
    const thing = await newThing()
    const made = recordOf(await comment(technician, thing, { body: 'Stay' }))
    const sent = await stage.client.update(Thing.name, thing.id, { version: 0, comments: [{ body: 'x' }] })
    expect(sent.json?.errors).toHaveProperty('comments')
    recordsOf(await stage.client.delete(Thing.name, thing.id, 0))
    const body = { data: { version: 1, toVersion: 0, members: true } }
    recordOf(await stage.client.exchange('POST', `/ws/rest/${Thing.name}/${thing.id}/restore`, { body }))
    expect(recordsOf(await list(technician, thing)).map(({ id }) => id)).toEqual([made.id])
  })
})
