import { describe, expect, it } from 'vitest'
import { date, model, sql, text } from '../src/index.ts'
import { toOwnSql, type SqlDeclaration } from '../src/model/ownSql.ts'
import { Models } from '../src/model/Models.ts'
import { recordOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const name = 'org.example.desk.Equipment'

const Equipment = model({
  name,
  title: 'serialNumber',
  fields: { serialNumber: text({ max: 60 }), room: text({ max: 20 }), boughtOn: date() },
})

/** Equipment whose room has another type, or is gone. */
const withFields = (fields: object) =>
  model({ name, title: 'serialNumber', fields: { serialNumber: text({ max: 60 }), ...fields } })

const noSpaces = sql({
  name: 'org.example.desk.noSpaces',
  on: [Equipment],
  up: `alter table {Equipment} add constraint equipment_spaces check ({Equipment.serialNumber} !~ '[[:space:]]')`,
  down: `alter table {Equipment} drop constraint equipment_spaces`,
  constraints: { equipment_spaces: { fields: ['serialNumber'], message: 'must have no spaces' } },
})

const oneRoom = sql({
  name: 'org.example.desk.oneRoom',
  on: [Equipment],
  up: ['create unique index equipment_room_once on {Equipment} (lower({Equipment.room}))', "select '{{}'"],
  down: 'drop index record.equipment_room_once',
  after: [noSpaces],
  constraints: { equipment_room_once: { fields: ['room'], message: 'is taken', code: 'not-unique' } },
})

const later = sql({
  name: 'org.example.desk.anIndex',
  on: [Equipment],
  up: 'create index concurrently if not exists equipment_bought on {Equipment} ({Equipment.boughtOn})',
  down: 'drop index concurrently if exists record.equipment_bought',
  transaction: false,
})

function withSql(declared: readonly SqlDeclaration[], of: Parameters<typeof toModels>[0] = [Equipment]): Models {
  const { all, application } = toModels(of)
  return new Models(
    all,
    application,
    declared.map((one) => toOwnSql(one)),
  )
}

const stage = useModels(withSql([oneRoom, noSpaces, later]))
const objects = async () => {
  const rows = await stage.database.query<{ name: string }>(`select conname as name from pg_constraint
    where conname like 'equipment_%' union select relname from pg_class where relname like 'equipment_%' order by 1`)
  return rows.map((row) => row.name)
}
const titles = async (models: Models) => (await stage.plan(models)).map(({ title }) => title)

describe('SQL of the application', () => {
  it('runs once, what others need before them, and then belongs to us', async () => {
    expect(await objects()).toEqual(['equipment_bought', 'equipment_room_once', 'equipment_spaces'])
    expect(await titles(withSql([oneRoom, noSpaces, later]))).toEqual([])
    const rows = await stage.database.query<{ name: string }>('select name from tabularium.own_sql order by applied_on')
    expect(rows.map((row) => row.name)).toEqual([later.name, noSpaces.name, oneRoom.name])
    const plan = await stage.plan(withSql([oneRoom, noSpaces, later], [withFields({ boughtOn: date() })]))
    expect(plan.filter(({ blocked }) => blocked !== undefined)).toEqual([])
  })

  it('answers with its fields and message', async () => {
    expect(shown(await stage.client.create(name, { serialNumber: 'a b' }))).toEqual(
      refusal('invalid-record', {
        errors: { serialNumber: 'must have no spaces' },
        data: { constraint: 'equipment_spaces' },
      }),
    )
    const first = recordOf(await stage.client.create(name, { serialNumber: 'ab', room: 'A1' }))
    const second = await stage.client.create(name, { serialNumber: 'cd', room: 'a1' })
    expect(second.json?.data).toMatchObject({ code: 'not-unique', constraint: 'equipment_room_once', fields: ['room'] })
    const changed = await stage.client.update(name, first.id, { version: 0, serialNumber: 'a b' })
    expect(changed.json?.errors).toEqual({ serialNumber: 'must have no spaces' })
    const many = await stage.client.exchange('POST', `/ws/rest/${name}`, {
      body: { records: [{ serialNumber: 'ef' }, { serialNumber: 'g h' }] },
    })
    expect(many.json?.errors).toEqual({ '1.serialNumber': 'must have no spaces' })
  })

  it('tells all rows of a batch that break a check, however many they are', async () => {
    const records = Array.from({ length: 60 }, (_, index) => ({
      serialNumber: index % 2 === 0 ? `no spaces ${index}` : `S${index}`,
      room: index === 59 ? 'R1' : `R${index}`,
    }))
    const reply = await stage.client.exchange('POST', `/ws/rest/${name}`, { body: { records } })
    const { problems, problemCount, complete } = reply.json?.data as {
      problems: readonly { index: number }[]
      problemCount: number
      complete: boolean
    }
    expect({ problemCount, complete }).toEqual({ problemCount: 31, complete: true })
    expect(problems[0]).toEqual({
      index: 0,
      field: 'serialNumber',
      code: 'invalid-record',
      constraint: 'equipment_spaces',
      message: 'must have no spaces',
    })
    expect(problems.at(-1)).toMatchObject({ index: 59, code: 'not-unique', constraint: 'equipment_room_once' })
    expect(problems.map(({ index }) => index)).toEqual([...Array.from({ length: 30 }, (_, index) => index * 2), 59])
  })

  it('is replaced by its stored down and the new up', async () => {
    const stricter = sql({
      ...noSpaces,
      up: `alter table {Equipment} add constraint equipment_spaces check ({Equipment.serialNumber} !~ '[^A-Za-z]')`,
    })
    const models = withSql([oneRoom, stricter, later])
    const [step, ...others] = await stage.plan(models)
    expect(others).toEqual([])
    expect(step).toMatchObject({ title: `Replace ${noSpaces.name}`, mode: 'transaction', lock: 'as its SQL says' })
    expect(step?.statements[0]).toBe(
      'alter table "record"."org_example_desk_equipment" drop constraint equipment_spaces',
    )
    await stage.serve(models)
    expect(shown(await stage.client.create(name, { serialNumber: 'a1' }))).toMatchObject({ status: 400 })
    await stage.serve(withSql([oneRoom, noSpaces, later]))
  })

  it('is taken back before a column is converted or dropped, and runs again after it', async () => {
    const models = withSql([noSpaces, later], [withFields({ boughtOn: date() })])
    expect(await titles(models)).toEqual([
      `Take back ${oneRoom.name}`,
      `Take back ${later.name}`,
      `Take back ${noSpaces.name}`,
      `Drop ${name}.room`,
      `Run ${later.name}`,
      `Run ${noSpaces.name}`,
    ])
    await stage.serve(models)
    expect(await objects()).toEqual(['equipment_bought', 'equipment_spaces'])
    expect(await titles(models)).toEqual([])
  })

  it('stays as it is if the model is renamed, and is taken back when it is gone', async () => {
    const renamed = model({
      name: 'org.example.desk.Thing',
      was: name,
      title: 'serialNumber',
      fields: { serialNumber: text({ max: 60 }), boughtOn: date() },
    })
    const own = sql({
      ...noSpaces,
      on: [renamed],
      up: noSpaces.up.toString().replaceAll('Equipment', 'Thing'),
      down: 'alter table {Thing} drop constraint equipment_spaces',
    })
    expect(await titles(withSql([own], [renamed]))).not.toContain(`Run ${noSpaces.name}`)
    await stage.serve(withSql([own], [renamed]))
    expect(await objects()).toEqual(['equipment_spaces'])
    await stage.serve(withSql([], [renamed]))
    expect(await objects()).toEqual([])
    expect(await stage.database.query('select * from tabularium.own_sql')).toEqual([])
  })

  it('without a down is not taken back, until it is forgotten', async () => {
    const kept = sql({
      name: 'org.example.desk.kept',
      on: [Equipment],
      up: 'create schema if not exists reports',
      keep: true,
    })
    await stage.serve(withSql([kept]))
    const [step] = await stage.plan(withSql([]))
    expect(step?.blocked).toContain('migrate forget org.example.desk.kept')
    const [changed] = await stage.plan(withSql([sql({ ...kept, up: 'create schema if not exists figures' })]))
    expect(changed?.blocked).toContain('a name of its own')
    await stage.database.query('delete from tabularium.own_sql')
    expect(await titles(withSql([]))).toEqual([])
  })

  it('that fails leaves nothing, and says what PostgreSQL says', async () => {
    const wrong = sql({ ...noSpaces, up: [`${noSpaces.up}`, 'select no_such_function()'] })
    await expect(stage.serve(withSql([wrong]))).rejects.toThrow(/function no_such_function\(\) does not exist/)
    await stage.serve(withSql([]))
    expect(await objects()).toEqual([])
  })
})
