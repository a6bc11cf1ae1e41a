import { describe, expect, it } from 'vitest'
import { expression, integer, model, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { fillAgain } from '../src/schema/fillAgain.ts'
import { type RecordJson, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const name = 'org.example.desk.Thing'
const withFields = (fields: object) =>
  toModels([model({ name, title: 'label', fields: { label: text({ max: 50 }), ...fields } })])
const old = { room: text({ max: 20 }), size: integer() }
const building = (fill: string) => text({ max: 10, fill: expression(fill) })
const untilDash = "if(contains(room, '-'), left(room, position(room, '-') - 1))"

const stage = useModels(withFields(old))
const table = 'record.org_example_desk_thing'
const titles = async (fields: object) => (await stage.plan(withFields(fields))).map(({ title }) => title)
const create = async (data: object): Promise<RecordJson> => recordOf(await stage.client.create(name, data))
const read = async (id: number): Promise<RecordJson> => recordOf(await stage.client.read(name, id))

describe('fill', () => {
  it('gives existing records a value, without versions and history, also in old versions', async () => {
    const [a, b] = [await create({ label: 'a', room: 'A-12' }), await create({ label: 'b', room: 'hall' })]
    await stage.client.update(name, a.id, { version: 0, label: 'a2' })
    const fields = { ...old, building: building(untilDash) }
    expect(await titles(fields)).toEqual([`Add ${name}.building`, `Fill ${name}.building`, ...checksOf('building')])
    await stage.serve(withFields(fields))
    const filled = await read(a.id)
    expect(filled).toMatchObject({ building: 'A', version: 1 })
    expect((await read(b.id))['building']).toBeNull()
    expect(recordOf(await stage.client.readVersion(name, a.id, 0))).toMatchObject({ label: 'a', building: 'A' })
    const restored = recordOf(await stage.client.restore(name, a.id, { version: 1, toVersion: 0 }))
    expect(restored).toMatchObject({ label: 'a', building: 'A' })
    const history = await stage.client.exchange('GET', `/ws/rest/${name}/${a.id}/history`)
    expect(history.json?.data).toHaveLength(3)
    expect(await titles(fields)).toEqual([])
  })

  it('is for records that were there, and no default', async () => {
    expect(await create({ label: 'new', room: 'B-1' })).toMatchObject({ building: null })
    const meta = await stage.client.exchange('GET', `/ws/meta/fields/${name}`)
    expect(JSON.stringify(meta.json)).not.toContain('"fill"')
    const models = withFields({ ...old, building: building(untilDash) })
    const connection = await Connection.open(stage.database.url)
    expect(await fillAgain((statement) => connection.query(statement), models, name, 'building')).toBe(true)
    expect(await fillAgain((statement) => connection.query(statement), models, name, 'room')).toBe(false)
    await connection.close()
    const rows = await stage.database.query(`select 1 from ${table} where building = 'B'`)
    expect(rows).toHaveLength(1)
  })

  it('of a field that is required, from one that is dropped', async () => {
    const fields = {
      size: integer(),
      building: text({ max: 10 }),
      place: text({ max: 30, required: true, fill: expression("concat('room ', $old.room)") }),
    }
    const plan = await titles(fields)
    expect(plan.indexOf(`Fill ${name}.place`)).toBeLessThan(plan.indexOf(`Drop ${name}.room`))
    await stage.serve(withFields(fields))
    const rows = await stage.database.query<{ place: string }>(`select place from ${table} order by id`)
    expect(rows.map((row) => row.place)).toEqual(['room A-12', 'room hall', 'room B-1'])
    expect((await stage.client.create(name, { label: 'none' })).status).toBe(400)
  })

  it('is not begun if values do not fit', async () => {
    const blocked = async (fields: object) =>
      (await stage.plan(withFields(fields))).flatMap((step) => step.blocked ?? []).join(' ')
    const now = { size: integer(), building: text({ max: 10 }), place: text({ max: 30, required: true }) }
    expect(await blocked({ ...now, short: text({ max: 3, fill: expression('place') }) })).toContain(
      'has values that the field does not allow',
    )
    expect(
      await blocked({ ...now, key: text({ max: 40, unique: true, fill: expression('left(place, 4)') }) }),
    ).toContain('gives several records the same value')
    expect(await blocked({ ...now, total: integer({ required: true, fill: expression('size') }) })).toContain(
      'is required, and its fill has no value for some records',
    )
    expect(await blocked({ ...now, total: integer({ max: 5, fill: expression('length(place)') }) })).toContain(
      'Records',
    )
  })

  it('goes on where it was interrupted, in batches of 2,000', async () => {
    await stage.database.query(
      `insert into ${table} (id, version, created_on, updated_on, label, place)
      select 1000 + n, 0, now(), now(), 'n' || n, 'p' || n
      from generate_series(1, 5000) as n`,
    )
    const models = withFields({
      size: integer(),
      place: text({ max: 30, required: true }),
      copy: text({ max: 40, fill: expression("concat(place, '!')") }),
    })
    const connection = await Connection.open(stage.database.url)
    let batches = 0
    const breaking = {
      query: (async (statement) => {
        if (statement.toQuery().text.includes('tabularium.fills\n  set last_id') && ++batches === 2)
          throw new Error('Killed.')
        return connection.query(statement)
      }) as Connection['query'],
    }
    await expect(applyMigration(breaking, models, { allowDataLoss: true })).rejects.toThrow('Killed.')
    const [half] = await stage.database.query<{ n: number }>(`select count(copy)::int as n from ${table}`)
    expect(half?.n).toBe(2000)
    expect((await stage.plan(models)).map(({ title }) => title)).toContain(`Fill ${name}.copy`)
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    const [whole] = await stage.database.query<{ n: number }>(
      `select count(*)::int as n from ${table} where copy is null`,
    )
    expect(whole?.n).toBe(0)
  })
})

function checksOf(field: string): string[] {
  return [`Check ${name}.${field} in new records`, `Check ${name}.${field} in all records`]
}
