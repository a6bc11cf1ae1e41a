import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ActionDeclaration } from '../src/logic/action.ts'
import type { ModelDeclaration } from '../src/model/declare.ts'
import { type TestKit, testKit } from '../src/testing.ts'

const library = JSON.stringify(import.meta.resolve('../src/index.ts'))
const declarations = `
import { action, integer, model, reference, role, text, date } from ${library}
export const Part = model({
  name: 'org.example.desk.Part', title: 'name', only: { stock: 'actions' },
  fields: {
    name: text({ max: 50 }), serial: text({ max: 20 }), stock: integer({ default: 0 }),
    owner: reference('tabularium.User'),
  },
})
export const take = action({
  name: 'org.example.desk.take', takes: { part: reference(Part, { required: true }) },
  gives: { stock: integer(), on: date(), by: text() },
  async run({ part }, records, { moment, caller }) {
    const found = await records.read(Part, part)
    const { stock } = await records.update(found, { stock: found.stock - 1 })
    return { stock, on: moment.toISOString().slice(0, 10), by: caller.username }
  },
})
export const desk = role({ name: 'desk', rules: [{ model: Part.name, read: true, update: true }],
  actions: [take.name] })
export const student = role({ name: 'student', rules: [{ model: Part.name, read: true }] })
`

type PartModel = ModelDeclaration<never>

describe('a test kit with several roles', () => {
  let folder: string
  let kit: TestKit
  let Part: PartModel
  let take: ActionDeclaration<never, never>

  beforeAll(async () => {
    process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
    folder = await mkdtemp(join(tmpdir(), 'kit-'))
    await writeFile(join(folder, 'Part.ts'), declarations)
    const declared: { Part: PartModel; take: typeof take } = await import(join(folder, 'Part.ts'))
    ;({ Part, take } = declared)
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
    const ids = [await kit.user('desk'), await kit.user('student'), await kit.user()]
    expect(new Set(ids).size).toBe(3)
    const owned = await kit.records((records) => records.create(Part, { owner: { id: ids[1] } } as never))
    expect(owned).toMatchObject({ owner: { id: ids[1] } })
    await expect(run(kit.as('nobody'), { part })).rejects.toThrow('There is no role nobody in the folder.')
  })

  it('acts at a moment', async () => {
    const part = await newPart(5)
    expect(await run(kit, { part }, new Date('2030-05-01T12:00:00Z'))).toMatchObject({ on: '2030-05-01' })
  })
})
