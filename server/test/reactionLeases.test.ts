import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { model, reaction, role, text } from '../src/index.ts'
import type { ReactionFilter } from '../src/logic/reaction.ts'
import type { LogicDeclaration } from '../src/logic/toLogic.ts'
import { toRole } from '../src/model/role.ts'
import { type RecordJson, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const Note = model({ name: 'notes.Note', title: 'text', fields: { text: text({ required: true }) } })
const models = toModels([Note])
const stage = useModels(models)
const roles = [toRole(role({ name: 'readers', rules: [{ model: Note, read: true }] }), 'test.ts')]
const opened: OpenWork[] = []
/** The notes that each reaction was told of, by its name and in their order. */
let told: Record<string, string[]> = {}
/** What a reaction does with a note before it is done. */
let behave: (name: string, note: number) => Promise<unknown> = async () => {}

/** A reaction that notes what it is told. */
function listen(name: string, when?: ReactionFilter<'text'>) {
  return reaction({
    name,
    on: Note,
    ...(when ? { when } : {}),
    as: 'readers',
    run: async (events) => {
      for (const { id } of events) await behave(name, id)
      told[name] = [...(told[name] ?? []), ...events.map(({ id, version }) => `${id} ${version}`)]
    },
  })
}

afterEach(async () => {
  behave = async () => {}
  for (const one of opened.splice(0)) await one.close()
  told = {}
  await stage.database.query('delete from tabularium.cursors; delete from record.tabularium_job')
})

async function open(...declared: object[]): Promise<OpenWork> {
  // The pause after a failure is as long as an hour, so that nothing is tried again before the test wants it. The lease
  // is so short that cursors are taken again each time that the process looks for work.
  const options = { roles, random: () => 7_200, lease: 1_000 }
  const one = openWork(stage.database.url, models, declared as LogicDeclaration[], options)
  opened.push(one)
  await one.settle()
  return one
}

const change = ({ id, version }: RecordJson, value: string) =>
  stage.client.update(Note.name, id, { version, text: value })
/** Lets the reaction fail for a new note, whose job then waits. */
async function holdNote(work: OpenWork): Promise<RecordJson> {
  const note = await newNote()
  behave = async () => {
    throw new Error('bad')
  }
  await work.settle()
  behave = async () => {}
  return note
}

const makeDue = () => stage.database.query(`update record.tabularium_job set due_on = now() where state = 'waiting'`)
const sentBy = ({ services }: OpenWork, name: string) => services.sent.filter((statement) => statement === name).length
const newNote = async () => recordOf(await stage.client.create(Note.name, { text: 'a' }))

it('a reaction that takes long does not hold up the others', async () => {
  const [slow, quick] = [listen('notes.slow'), listen('notes.quick')]
  const { work } = await open(slow, quick)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  behave = async (name) => {
    if (name === slow.name) await gate
  }
  work.start()
  const first = await newNote()
  await until('the quick one knows the first', () => told[quick.name]?.includes(`${first.id} 0`))
  const second = await newNote()
  await until('the quick one knows the second', () => told[quick.name]?.includes(`${second.id} 0`))
  expect(told[slow.name]).toBeUndefined()
  release()
  await until('the slow one knows both', () => told[slow.name]?.length === 2)
})

it('a record that is no longer held when another one fails gets its changes', async () => {
  const bad = listen('notes.bad')
  const work = await open(bad)
  const first = await holdNote(work)
  const [held] = await jobsOf(stage.client, bad.name)
  expect(held).toMatchObject({ state: 'waiting', input: { id: first.id } })
  await change(first, 'b')
  const second = await newNote()
  behave = async (_, note) => {
    if (note !== second.id) return
    // Somebody gives up the first one, while the second one fails.
    await stage.database.query(`delete from record.tabularium_job where id = ${held?.id ?? 0}`)
    throw new Error('bad')
  }
  await work.settle()
  expect(told[bad.name]).toEqual([`${first.id} 1`])
  expect(await jobsOf(stage.client, bad.name)).toMatchObject([{ state: 'waiting', input: { id: second.id } }])
})

it('a reaction whose cursor is being moved is still followed', async () => {
  const kept = listen('notes.kept')
  const work = await open(kept)
  const note = await holdNote(work)
  const moving = new Client({ connectionString: stage.database.url })
  await moving.connect()
  await moving.query('begin; select from tabularium.cursors for update')
  work.work.start()
  const [before, claims] = [sentBy(work, 'cursor.take'), sentBy(work, 'job.claim')]
  await until('it has taken the cursors again', () => sentBy(work, 'cursor.take') >= before + 2)
  await makeDue()
  await until('it claims the job of the reaction', () => sentBy(work, 'job.claim') > claims)
  await moving.query('commit')
  await moving.end()
  await until('the job is done', () => told[kept.name]?.includes(`${note.id} 0`))
})

it('a record is tried again at once, and no failure is counted, if the cursor was moved meanwhile', async () => {
  const moved = listen('notes.moved')
  const work = await open(moved)
  const held = await holdNote(work)
  const [before] = await stage.database.query('select position, digest from tabularium.cursors')
  const next = await newNote()
  await work.settle()
  behave = async () => {
    behave = async () => {}
    await stage.database.query(
      `update tabularium.cursors set position = ${before?.['position']}, digest = '${before?.['digest']}'`,
    )
  }
  await makeDue()
  await work.settle()
  expect(await jobsOf(stage.client, moved.name)).toMatchObject([{ state: 'done', failures: 1, tries: 2 }])
  expect(told[moved.name]?.filter((note) => note !== `${next.id} 0`)).toEqual(Array(2).fill(`${held.id} 0`))
})

describe('that a reaction cannot go on', () => {
  const errorOf = async () => (await stage.database.query('select error from tabularium.cursors'))[0]

  it('is not noted by a process whose cursor another one has moved', async () => {
    const work = await open(listen('notes.taken'))
    behave = () =>
      stage.database.query(`update tabularium.cursors
        set holder = 'another', held_until = now() + interval '1 h', position = position + 1`)
    await newNote()
    await work.settle()
    expect(await errorOf()).toEqual({ error: null })
  })

  it('is no longer noted when it does, also if there is nothing for it', async () => {
    const deleted = listen('notes.deleted', { deleted: true })
    for (const write of [newNote, async () => {}]) {
      await (await open(deleted)).close()
      await stage.database.query(`update tabularium.cursors set error = 'the process before could not go on'`)
      await write()
      await (await open(deleted)).close()
      expect(await errorOf()).toEqual({ error: null })
    }
    expect(told).toEqual({})
  })
})
