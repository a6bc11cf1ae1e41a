import { afterEach, describe, expect, it } from 'vitest'
import { checkWork } from '../src/command/doctor/checkWork.ts'
import { integer, model, reaction, role, text } from '../src/index.ts'
import { toRole } from '../src/model/role.ts'
import type { ReactionEvent } from '../src/logic/reaction.ts'
import type { LogicDeclaration } from '../src/logic/toLogic.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { toWorkFigures, workFiguresStatement } from '../src/statement/service/work.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const Note = model({
  name: 'notes.Note',
  title: 'text',
  fields: { text: text({ required: true }), status: text(), secret: text(), count: integer({ default: 0 }) },
})
const Copy = model({
  name: 'notes.Copy',
  title: 'text',
  fields: { text: text({ required: true }), of: integer({ required: true }), at: integer({ required: true }) },
})
const models = toModels([Note, Copy])
const stage = useModels(models)

let opened: OpenWork[] = []
/** The pages of events that the reaction got. */
let pages: (readonly ReactionEvent<typeof Note>[])[] = []
/** The notes for which the reaction throws. */
let poisoned = new Set<number>()

const copy = reaction({
  name: 'notes.copy',
  on: Note,
  when: { created: true, changed: ['text'] },
  as: 'copiers',
  run: async (events, records) => {
    pages.push(events)
    const bad = events.find(({ id }) => poisoned.has(id))
    if (bad) throw new Error(`poisoned ${bad.id}`)
    await records.createAll(
      Copy,
      events.map(({ id, version, after }) => ({ text: after?.text ?? '', of: id, at: version })),
    )
  },
})

const copiers = role({
  name: 'copiers',
  rules: [
    { model: Note, read: true, update: true, readFields: ['text', 'status', 'count'] },
    { model: Copy, read: true, create: true },
  ],
})
const some = role({
  name: 'some',
  rules: [{ model: Note, read: true, condition: { fieldName: 'status', operator: '=', value: 'public' } }],
})
const roles = [toRole(copiers, 'test.ts'), toRole(some, 'test.ts')]

afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  pages = []
  poisoned = new Set()
  await stage.database.query('delete from tabularium.cursors; delete from record.tabularium_job')
})

async function open(...declared: object[]): Promise<OpenWork> {
  // The pause after a failure is as long as an hour, so that nothing is tried again before the test wants it.
  const options = { roles, random: () => 7_200 }
  const one = openWork(stage.database.url, models, declared as LogicDeclaration[], options)
  opened.push(one)
  await one.settle()
  return one
}

const newNote = async (values: object = {}) => recordOf(await stage.client.create(Note.name, { text: 'a', ...values }))
const change = async ({ id, version }: RecordJson, values: object) =>
  recordOf(await stage.client.update(Note.name, id, { version, ...values }))

/** The versions of a note that were copied, in the order in which the copies were made. */
async function copiesOf(id: number): Promise<unknown[]> {
  const found = await stage.client.exchange('POST', `/ws/rest/${Copy.name}/search`, {
    body: { data: { criteria: [{ fieldName: 'of', operator: '=', value: id }] }, fields: ['at'], limit: 1000 },
  })
  return recordsOf(found).map(({ at }) => at)
}

describe('a reaction', () => {
  it('gets the changes since it was there, with the record as its role sees it before and after', async () => {
    await newNote()
    const work = await open(copy)
    const [one, other] = [await newNote({ text: 'one', status: 'new', secret: 'x' }), await newNote({ text: 'other' })]
    const changed = await change(await change(one, { text: 'two' }), { status: 'old' })
    await change(changed, { text: 'three' })
    await work.settle()
    expect(pages).toHaveLength(1)
    expect(pages[0]?.map(({ id, version, operation, changed: names }) => [id, version, operation, names])).toEqual([
      [one.id, 0, 'create', ['text', 'status', 'count']],
      [one.id, 1, 'update', ['text']],
      [one.id, 3, 'update', ['text']],
      [other.id, 0, 'create', ['text', 'count']],
    ])
    expect(pages[0]?.[0]).toMatchObject({ before: null, by: { username: 'admin' } })
    expect(pages[0]?.[2]).toMatchObject({
      before: { id: one.id, text: 'two', status: 'old', count: 0 },
      after: { id: one.id, text: 'three', status: 'old', count: 0 },
    })
    expect(JSON.stringify(pages)).not.toContain('"secret"')
    expect(await copiesOf(one.id)).toEqual([0, 1, 3])
    await work.settle()
    expect(pages).toHaveLength(1)
    const [written] = await stage.database.query(
      `select author, request_id from tabularium.journal where operation = 'c' order by position desc limit 1`,
    )
    expect(written).toEqual({ author: null, request_id: 'reaction:1:notes.copy' })
  })

  it('goes on where another process stopped', async () => {
    const first = await open(copy)
    const note = await newNote()
    await first.settle()
    await first.close()
    opened = []
    await change(note, { text: 'b' })
    await (await open(copy)).settle()
    expect(await copiesOf(note.id)).toEqual([0, 1])
  })

  it('begins with the oldest change that is kept, if it says so', async () => {
    const note = await newNote()
    await open({ ...copy, name: 'notes.all', from: 'start' })
    expect(await copiesOf(note.id)).toEqual([0])
  })

  it('parks a bad record with what follows for it, goes on with the others, and takes it up again', async () => {
    const work = await open(copy)
    const notes = [await newNote(), await newNote(), await newNote(), await newNote(), await newNote()]
    const [, , bad] = notes
    if (!bad) throw new Error('There are five.')
    poisoned.add(bad.id)
    await work.settle()
    for (const { id } of notes) expect(await copiesOf(id)).toEqual(id === bad.id ? [] : [0])
    const [held] = await jobsOf(stage.client, copy.name)
    expect(held).toMatchObject({
      kind: 'reaction',
      state: 'waiting',
      failures: 1,
      error: `Error: poisoned ${bad.id}`,
      input: { model: Note.name, id: bad.id },
    })
    // What follows waits behind it, and the others go on.
    const [first] = notes
    await change(bad, { text: 'b' })
    if (first) await change(first, { text: 'b' })
    await work.settle()
    expect(await copiesOf(bad.id)).toEqual([])
    expect(await copiesOf(first?.id ?? 0)).toEqual([0, 1])
    await stage.database.query(
      `update record.tabularium_job set failures = 11, due_on = now() where id = ${held?.id ?? 0}`,
    )
    await work.settle()
    const [parked] = await jobsOf(stage.client, copy.name)
    expect(parked).toMatchObject({ state: 'failed', version: 1, error: `Error: poisoned ${bad.id}` })
    poisoned.clear()
    // It is no longer bad, but what follows still waits for what failed.
    const changeAgain = async (text: string) => change(recordOf(await stage.client.read(Note.name, bad.id)), { text })
    await changeAgain('c')
    await work.settle()
    expect(await copiesOf(bad.id)).toEqual([])
    await stage.client.update('tabularium.Job', parked?.id ?? 0, { version: 1, state: 'waiting' })
    await work.settle()
    expect(await copiesOf(bad.id)).toEqual([0, 1, 2])
    expect((await jobsOf(stage.client, copy.name))[0]).toMatchObject({ state: 'done' })
    await changeAgain('d')
    await work.settle()
    expect(await copiesOf(bad.id)).toEqual([0, 1, 2, 3])
  })

  it('gets nothing of a record if it is not known whether its role saw it', async () => {
    const work = await open({ ...copy, name: 'notes.some', as: 'some' })
    const note = await newNote({ text: 'hidden', status: 'private' })
    await change(await change(note, { text: 'b' }), { text: 'c' })
    await stage.database.query(`delete from tabularium.journal where record = ${note.id} and version = 1
      and model = (select number from tabularium.models where name = '${Note.name}')`)
    await work.settle()
    expect(pages).toEqual([])
    expect((await jobsOf(stage.client, 'notes.some'))[0]).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining(`Version 0 of the record ${note.id}`),
    })
  })

  it('does not get what it wrote itself; two that cause each other end at depth 8, with their names', async () => {
    const count = (name: string) =>
      reaction({
        name,
        on: Note,
        as: 'copiers',
        run: async (events, records) => {
          const notes = await records.readAll(Note, [...new Set(events.map(({ id }) => id))], ['count'])
          await records.updateAll(notes.map((note) => [note, { count: Number(note.count) + 1 }]))
        },
      })
    const alone = await open(count('notes.alone'))
    const note = await newNote()
    await alone.settle()
    expect(recordOf(await stage.client.read(Note.name, note.id))).toMatchObject({ count: 1, version: 1 })
    await alone.close()
    opened = []
    const both = await open(count('notes.ping'), count('notes.pong'))
    const other = await newNote()
    await both.settle()
    const loops = [...(await jobsOf(stage.client, 'notes.ping')), ...(await jobsOf(stage.client, 'notes.pong'))]
    expect(loops.length).toBeGreaterThan(0)
    for (const { state, error, input } of loops) {
      expect([state, input]).toEqual(['failed', expect.objectContaining({ id: other.id })])
      expect(error).toMatch(/^Loop: Reactions lead to each other: (notes\.p[io]ng → ){7}notes\.p[io]ng\.$/)
    }
    const { version } = recordOf(await stage.client.read(Note.name, other.id))
    expect(version).toBeLessThanOrEqual(16)
  })

  it('is not deceived by a client that takes the request id of a reaction', async () => {
    const work = await open(copy)
    const made = await stage.client.exchange('PUT', `/ws/rest/${Note.name}`, {
      body: { data: { text: 'pretended' } },
      headers: { 'x-request-id': 'reaction:8:notes.copy' },
    })
    await work.settle()
    expect(await copiesOf(recordOf(made).id)).toEqual([0])
  })

  it('is followed by one process at a time, and by the other one after the first has ended', async () => {
    const [one, other] = [await open(copy), await open(copy)]
    const note = await newNote()
    await until('one of them has copied it', async () => {
      // Each may find that the other one is just moving the mark.
      await Promise.all([one.settle(), other.settle()])
      return (await copiesOf(note.id)).length > 0
    })
    expect(await copiesOf(note.id)).toEqual([0])
    await one.work.close(0)
    await change(note, { text: 'b' })
    await stage.database.query('update tabularium.cursors set held_until = now()')
    await until('the other one goes on', async () => {
      const third = await open(copy)
      await third.settle()
      return (await copiesOf(note.id)).length === 2
    })
    expect(await copiesOf(note.id)).toEqual([0, 1])
  })

  it("counts as behind, and as one that can't go on, while it is declared", async () => {
    await open(copy)
    await newNote()
    const { services } = await open()
    await stage.database.query(`update tabularium.cursors set error = 'no disk'`)
    const connection = await Connection.open(stage.database.url)
    const look = async (...names: string[]) => ({
      behind: toWorkFigures(await services.database.run(workFiguresStatement(names), 'read')).behind,
      found: (await checkWork((statement) => connection.query(statement), names)).map(({ what, why }) => [what, why]),
    })
    expect(await look('notes.copy', 'notes.other')).toEqual({
      behind: 1,
      found: [["The reaction notes.copy can't go on.", 'The last error: no disk']],
    })
    expect(await look('notes.other')).toEqual({ behind: 0, found: [] })
    await connection.close()
  })
})
