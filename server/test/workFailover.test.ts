import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { integer, job, model, reaction, reference, role, text } from '../src/index.ts'
import type { LogicDeclaration } from '../src/logic/toLogic.ts'
import { toRole } from '../src/model/role.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { Cluster } from './harness/Cluster.ts'
import { toModels } from './harness/everyType.ts'
import { openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'

const Note = model({
  name: 'notes.Note',
  title: 'text',
  fields: { text: text({ required: true }), count: integer({ default: 0 }) },
})
const models = toModels([Note])
const roles = [toRole(role({ name: 'counters', rules: [{ model: Note, read: true, update: true }] }), 'test.ts')]
/** The ids of the notes whose text has changed, as the reaction was told. */
const noticed: number[] = []
const notice = reaction({
  name: 'notes.notice',
  on: Note,
  when: { changed: ['text'] },
  as: 'counters',
  run: async (events) => void noticed.push(...events.map(({ id }) => id)),
})

/** The runs of the job: their signals, and what lets them go on. */
const runs: { readonly signal: AbortSignal; readonly goOn: () => void }[] = []
const count = job({
  name: 'notes.count',
  as: 'counters',
  takes: { note: reference(Note, { required: true }) },
  run: async ({ note }, records, { signal }) => {
    await new Promise<void>((goOn) => runs.push({ signal, goOn }))
    await records.transact(async (own) => {
      const found = await own.read(Note, note.id)
      await own.update(found, { count: (found.count ?? 0) + 1 })
    })
  },
})

/** Each test promotes the standby, which is the primary of the next one. */
let primary: Cluster
let standby: Cluster
const started: Cluster[] = []
let opened: OpenWork[] = []

beforeAll(async () => {
  standby = await Cluster.start({ durable: false })
  started.push(standby)
  const connection = await Connection.open(standby.urlOf('postgres'))
  await applyMigration(connection, models, { allowDataLoss: false })
  await connection.close()
})
beforeEach(async () => {
  primary = standby
  standby = await primary.startStandby()
  started.push(standby)
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
})
afterAll(() => Promise.all(started.map((one) => one.stop())))

function open(hosts: readonly Cluster[], declaration: object): OpenWork {
  const addresses = hosts.map(({ port }) => `127.0.0.1:${port}`)
  const one = openWork(`postgres://postgres@${addresses.join()}/postgres`, models, [declaration as LogicDeclaration], {
    roles,
    lease: 600_000,
  })
  opened.push(one)
  return one
}

const newNote = ({ transact }: OpenWork) => transact((records) => records.create(Note, { text: 'a' }))

it('after a failover that lost writes, work goes on with what the new primary has', async () => {
  const moving = open([primary, standby], notice)
  const { id } = await newNote(moving)
  await moving.settle()
  const [{ position } = { position: '' }] = await primary.query<{ position: string }>(
    'select position from tabularium.cursors',
  )
  await until('the standby has all of it', async () => {
    const rows = await standby.query<{ position: string }>('select position from tabularium.cursors')
    return rows[0]?.position === position
  })
  await standby.cutOff()
  // The reaction looks through changes that are lost. Their positions are given again, to other changes.
  await moving.transact((records) =>
    records.createAll(
      Note,
      Array.from({ length: 500 }, () => ({ text: 'lost' })),
    ),
  )
  await moving.settle()
  const { generation } = moving.services.database
  await standby.promote()
  const other = open([standby], notice)
  await other.transact(async (records) => {
    await records.update(await records.read(Note, id), { text: 'b' })
  })
  await until('the process has moved', () => moving.services.database.generation !== generation)
  await moving.settle()
  expect(noticed).toEqual([id])
})

it('after a failover, a claimed job is given back, unless the new primary gave it to another process', async () => {
  const moving = open([primary, standby], count)
  const [first, second] = [await newNote(moving), await newNote(moving)]
  await moving.transact((records) => Promise.all([first, second].map((note) => records.later(count, { note }))))
  const jobs = 'record.tabularium_job'
  await primary.query(`update ${jobs} set due_on = now() + interval '1 h' where id = (select max(id) from ${jobs})`)
  moving.work.start()
  await until('the standby has the claim of the first', async () => {
    return (await standby.query(`select from ${jobs} where state = 'running'`)).length === 1
  })
  await standby.cutOff()
  await primary.query(`update ${jobs} set due_on = now() where state = 'waiting'`)
  await until('it runs the second, whose claim is lost', () => runs.length === 2)
  await standby.promote()
  // Another process claims the second from the new primary: its claim has the same number.
  await standby.query(
    `update ${jobs} set state = 'running', tries = tries + 1, due_on = now() + interval '1 h' where state = 'waiting'`,
  )
  await until('both runs are aborted', () => runs.slice(0, 2).every(({ signal }) => signal.aborted))
  await until('the first runs again', () => runs.length >= 3)
  for (const { goOn } of runs) goOn()
  await until('it is done', async () => (await standby.query(`select from ${jobs} where state = 'done'`)).length === 1)
  await moving.close()
  const ended = await standby.query(`select state, tries::integer, failures::integer from ${jobs} order by id`)
  expect(ended).toEqual([
    { state: 'done', tries: 2, failures: 0 },
    { state: 'running', tries: 1, failures: 0 },
  ])
  const notes = `select count::integer from record.notes_note where id in (${first.id}, ${second.id}) order by id`
  expect(await standby.query(notes)).toEqual([{ count: 1 }, { count: 0 }])
})
