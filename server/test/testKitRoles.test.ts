import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ActionDeclaration } from '../src/logic/action.ts'
import type { JobDeclaration } from '../src/logic/job.ts'
import { Job } from '../src/model/builtIn/Job.ts'
import type { ModelDeclaration } from '../src/model/declare.ts'
import { type TestKit, testKit } from '../src/testing.ts'

const library = JSON.stringify(import.meta.resolve('../src/index.ts'))
const declarations = `
import { action, extendUser, integer, job, model, reference, role, text, date } from ${library}
export const Part = model({
  name: 'org.example.desk.Part', title: 'name', only: { stock: 'actions' },
  fields: {
    name: text({ max: 50 }), serial: text({ max: 20 }), stock: integer({ default: 0 }),
    owner: reference('tabularium.User'), shelf: text({ max: 5 }), boughtOn: date({ default: '$today' }),
  },
})
export const people = extendUser({ fields: { shelf: text({ max: 5 }) } })
export const take = action({
  name: 'org.example.desk.take', takes: { part: reference(Part, { required: true }) },
  gives: { stock: integer(), on: date(), by: text() },
  async run({ part }, records, { moment, caller }) {
    const found = await records.read(Part, part)
    const { stock } = await records.update(found, { stock: found.stock - 1 })
    return { stock, on: moment.toISOString().slice(0, 10), by: caller.username }
  },
})
const own = { fieldName: 'shelf', operator: '=', value: '$user.shelf' }
const shelves = { operator: 'or', criteria: [own, { fieldName: 'shelf', operator: 'isNull' }] }
export const desk = role({ name: 'desk', 
  rules: [{ model: Part.name, read: true, update: true, condition: shelves }],
  actions: [take.name] })
export const call = job({
  name: 'org.example.desk.call', takes: {}, as: 'student',
  run: async () => { throw new Error('nobody answers') },
})
export const student = role({ name: 'student', rules: [{ model: Part.name, read: true, condition: shelves }] })
export const workshop = role({
  name: 'workshop', rules: [{ model: Part.name, read: true, update: true }], actions: [take.name],
})
export const auditor = role({ name: 'auditor', rules: [{ model: Part.name, read: true }] })
`

type PartModel = ModelDeclaration<never>

describe('a test kit with several roles', () => {
  let folder: string
  let kit: TestKit
  let Part: PartModel
  let take: ActionDeclaration<never, never>
  let call: JobDeclaration<never>

  beforeAll(async () => {
    process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
    folder = await mkdtemp(join(tmpdir(), 'kit-'))
    await writeFile(join(folder, 'Part.ts'), declarations)
    const declared: { Part: PartModel; take: typeof take; call: typeof call } = await import(join(folder, 'Part.ts'))
    ;({ Part, take, call } = declared)
    kit = await testKit({ models: folder, as: 'desk' })
  })
  afterAll(async () => {
    delete process.env['TABULARIUM_TEST_DATABASE_URL']
    await kit?.close()
    await rm(folder, { recursive: true })
  })

  /** A part with a stock, which only actions write. */
  const newPart = (stock: number) =>
    kit.records(async (records) => records.create(Part, { name: 'Lamp', serial: 'S1', stock } as never))
  const run = (acting: Pick<TestKit, 'act'>, input: object, at?: Date): Promise<unknown> =>
    acting.act(take, input as never, at && { at })

  it('prepares fields that only logic writes', async () => {
    expect(await newPart(5)).toMatchObject({ stock: 5 })
  })

  it('takes a record that was read where an action takes a reference', async () => {
    const part = await newPart(5)
    expect(await run(kit, { part })).toMatchObject({ stock: 4, by: 'tester' })
    await expect(run(kit, { part })).rejects.toMatchObject({ code: 'version-conflict' })
    expect(await run(kit, { part: { id: part.id } })).toMatchObject({ stock: 3 })
  })

  it('acts with other roles, each as a user of its own', async () => {
    const part = await newPart(5)
    await expect(run(kit.as('student'), { part })).rejects.toMatchObject({ code: 'unknown-action' })
    expect(await run(kit.as(), { part: { id: part.id } })).toMatchObject({ by: 'tester3' })
    const users = [await kit.user('desk'), await kit.user('student'), await kit.user()]
    expect(new Set(users.map(({ id }) => id)).size).toBe(3)
    const owned = await kit.records((records) => records.create(Part, { owner: users[1] } as never))
    expect(owned).toMatchObject({ owner: users[1] })
    await expect(run(kit.as('nobody'), { part })).rejects.toThrow('There is no role nobody in the folder.')
  })

  it('acts as each of four declared roles, on one database', async () => {
    const part = await kit.records((records) => records.create(Part, { name: 'Saw', shelf: 'Z', stock: 9 } as never))
    const answers = []
    for (const role of ['desk', 'workshop', 'student', 'auditor'])
      answers.push(
        await run(kit.as(role), { part: { id: part.id } }).then(
          (given) => [role, (given as { stock: number }).stock],
          (error: { code?: string }) => [role, error.code],
        ),
      )
    // The desk sees its own shelf alone, and two roles have no such action.
    expect(answers).toEqual([
      ['desk', 'record-not-found'],
      ['workshop', 8],
      ['student', 'unknown-action'],
      ['auditor', 'unknown-action'],
    ])
    expect(await kit.records((records) => records.read(Part, part.id))).toMatchObject({ stock: 8 })
  })

  it('acts as users with several roles and fields of their own', async () => {
    const ada = await kit.user({ username: 'ada', roles: ['student', 'desk'], shelf: 'A' })
    const ben = await kit.user({ username: 'ben', roles: ['student', 'desk'], shelf: 'B' })
    const part = await kit.records((records) => records.create(Part, { name: 'Lamp', shelf: 'A', stock: 2 } as never))
    expect(await run(kit.as(ada), { part })).toMatchObject({ by: 'ada', stock: 1 })
    await expect(run(kit.as(ben), { part: { id: part.id } })).rejects.toMatchObject({ code: 'record-not-found' })
    await expect(kit.user({ username: 'ada' })).rejects.toThrow('There is a user ada already.')
    await expect(run(kit.as({ id: 99 }), { part })).rejects.toThrow('The kit made no user with the id 99')
  })

  it('fails if a job does, once for each try', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000)
    await kit.records((records) => records.later(call, {} as never))
    await expect(kit.settle()).rejects.toThrow(`${call.name} failed: Error: nobody answers`)
    await kit.settle()
    // By then it has been tried as often as it is at all.
    await expect(kit.settle({ at: tomorrow })).rejects.toThrow(`${call.name} failed: `)
    const where = { fieldName: 'name', operator: '=', value: call.name }
    expect(await kit.records((records) => records.search(Job, { where }))).toMatchObject([{ state: 'failed' }])
    await kit.settle({ at: tomorrow })
  })

  it('acts at a moment, which the database has as well', async () => {
    const at = new Date('2030-05-01T12:00:00Z')
    const part = await newPart(5)
    expect(await run(kit, { part }, at)).toMatchObject({ on: '2030-05-01' })
    const [then, made] = await kit.records(
      async (records) =>
        [await records.read(Part, part.id), await records.create(Part, { name: 'x' } as never)] as const,
      { at },
    )
    expect(then).toMatchObject({ createdOn: expect.stringMatching(/^20(?!30)/), updatedOn: at.toISOString() })
    expect(made).toMatchObject({ boughtOn: '2030-05-01' })
    const after = await kit.records((records) => records.create(Part, { name: 'y' } as never))
    expect(after).not.toMatchObject({ boughtOn: '2030-05-01' })
  })
})
