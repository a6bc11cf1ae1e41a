import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../src/command/Context.ts'
import type { Declared } from '../src/command/loadDeclared.ts'
import { withDataMigrations } from '../src/command/migrate/migrateData.ts'
import { choice, migration, model, text } from '../src/index.ts'
import type { MigrationDeclaration } from '../src/logic/migration.ts'
import { checkMigrations, toDataMigration } from '../src/model/checkMigrations.ts'
import { Models } from '../src/model/Models.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const Thing = model({
  name: 'org.example.desk.Thing',
  title: 'room',
  fields: { room: text({ max: 12 }), kind: choice(['a', 'b'], { required: true, default: 'a' }) },
})
const { name } = Thing
const { all } = toModels([Thing])
const stage = useModels(new Models(all))

const dashes = migration({
  name: 'org.example.desk.dashes',
  on: Thing,
  where: { fieldName: 'room', operator: 'like', value: '%.%' },
  fields: ['room'],
  page: 40,
  run: (page) => page.map((item) => [item, { room: item.room?.replaceAll('.', '-') ?? null }]),
})

const context = {
  env: {},
  stderr: { write: () => true, isTTY: false },
  onExit: () => {},
  randomBytes,
  random: Math.random,
  time: Date.now,
  now: () => 0,
  version: '0.0.0',
  folder: '.',
} as unknown as Context

/** Applies the models with these migrations, as `migrate apply` does. */
async function apply(...declarations: readonly unknown[]): Promise<string[]> {
  const migrations = declarations.map((declaration) => ({ file: 'data.ts', declaration: declaration as object }))
  expect(checkMigrations(migrations, [name])).toEqual([])
  const models = new Models(all, undefined, [], undefined, migrations.map(toDataMigration))
  const logic = { actions: new Map(), jobs: new Map(), reactions: new Map(), schedules: new Map(), mails: new Map() }
  const declared = { models, migrations, roles: [], logic } as unknown as Declared
  const connection = await Connection.open(stage.database.url)
  try {
    const place = { url: stage.database.url, folder: '.' }
    const { applied } = await withDataMigrations(context, declared, place, (runMigration) =>
      applyMigration(connection, models, { allowDataLoss: false, runMigration }),
    )
    return applied.map(({ title }) => title)
  } finally {
    await connection.close()
  }
}

const create = async (count: number, toRoom: (index: number) => string): Promise<RecordJson[]> =>
  recordsOf(
    await stage.client.exchange('POST', `/ws/rest/${name}`, {
      body: { records: Array.from({ length: count }, (_, index) => ({ room: toRoom(index) })) },
    }),
  )
const rooms = async (ids: readonly number[]) =>
  (
    await stage.database.query<{ room: string; version: number }>(
      'select room, version::int as version from record.org_example_desk_thing where id = any($1) order by id',
      [ids],
    )
  ).map(({ room, version }) => `${room} ${version}`)
const stateOf = async ({ name: own }: { name: string }) => {
  const [row] = await stage.database.query<{
    done: number
    failed: number
    problems: { id: number }[]
    set: number | null
  }>(
    `select done::int, failed::int, problems, change_set::int as set from tabularium.data_migrations where name = $1`,
    [own],
  )
  return row
}

describe('a data migration', () => {
  it('changes each record once, in pages, as one change set that can be undone', async () => {
    const made = await create(100, (index) => (index % 4 === 0 ? `${index}` : `${index}.x`))
    const ids = made.map(({ id }) => id)
    expect(await apply(dashes)).toEqual([`Migrate the records of ${name}: ${dashes.name}`])
    expect(await rooms(ids)).toEqual(made.map((_, index) => (index % 4 === 0 ? `${index} 0` : `${index}-x 1`)))
    expect(await apply(dashes)).toEqual([])
    const state = await stateOf(dashes)
    expect(state).toMatchObject({ done: 75, failed: 0 })
    const sets = recordsOf(await stage.client.exchange('GET', `/ws/changes/sets`))
    expect(sets.find(({ id }) => id === state?.set)).toMatchObject({
      kind: 'migration',
      name: dashes.name,
      records: 75,
      by: null,
      models: [name],
    })
    const undone = await stage.client.exchange('POST', `/ws/changes/sets/${state?.set}/undo`, { body: { data: {} } })
    expect(undone.json).toMatchObject({ undone: 75 })
    expect(await rooms(ids)).toEqual(made.map((_, index) => (index % 4 === 0 ? `${index} 0` : `${index}.x 2`)))
  })

  it('goes on where it was killed, twenty times: each record once', { timeout: 120_000 }, async () => {
    const made = await create(440, (index) => `${index}_`)
    let [pages, kills] = [0, 0]
    const killed: MigrationDeclaration<typeof Thing> = {
      ...migration({
        name: 'org.example.desk.marks',
        on: Thing,
        where: { fieldName: 'room', operator: 'like', value: '%\\_' },
        page: 20,
        run: async (page) => {
          if (++pages % 2 === 0) {
            const rows = await stage.database.query(
              `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tabularium%'
                and state = 'idle in transaction'`,
            )
            kills += rows.length
          }
          return page.map((item) => [item, { room: `${item.room}!` }])
        },
      }),
    }
    for (let attempt = 0; attempt < 100; attempt++)
      try {
        await apply(killed)
        break
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    expect(await rooms(made.map(({ id }) => id))).toEqual(made.map((_, index) => `${index}_! 1`))
    expect(kills).toBeGreaterThanOrEqual(20)
  })

  it('stops at a record that it can not change, or skips it and says which', async () => {
    const made = await create(10, (index) => (index === 6 ? 'long enough' : `r${index}`))
    const [bad] = made.slice(6)
    const longer = (own: string, onProblem: 'stop' | 'skip') =>
      migration({
        name: own,
        on: Thing,
        where: { fieldName: 'id', operator: '>=', value: made[0]?.id },
        page: 4,
        onProblem,
        run: (page) => page.map((item) => [item, { room: `${item.room}++` }]),
      })
    const stopping = longer('org.example.desk.stops', 'stop')
    await expect(apply(stopping)).rejects.toThrow(new RegExp(`stopped at record ${bad?.id}: .*12 characters`))
    expect(await stateOf(stopping)).toMatchObject({ done: 6 })
    const after = recordOf(await stage.client.read(name, bad?.id ?? 0))
    await stage.client.update(name, after.id, { version: 0, room: 'short' })
    await apply(stopping)
    expect(await rooms(made.slice(5, 8).map(({ id }) => id))).toEqual(['r5++ 1', 'short++ 2', 'r7++ 1'])
    await stage.client.update(name, after.id, { version: 2, room: 'long enough!' })
    const skipping = longer('org.example.desk.skips', 'skip')
    await apply(skipping, stopping)
    expect(await stateOf(skipping)).toMatchObject({ done: 9, failed: 1, problems: [{ id: after.id }] })
  })

  it('is left out where nobody asks for it, and says what is wrong with it', async () => {
    const models = new Models(all, undefined, [], undefined, [{ name: 'org.example.desk.never', on: name, after: [] }])
    expect((await stage.plan(models)).map(({ title, required }) => [title, required])).toEqual([
      [`Migrate the records of ${name}: org.example.desk.never`, false],
    ])
    const wrong = { name: 'Dashes', on: {}, page: 0, onProblem: 'ask', when: 'later', run: 1 }
    const messages = checkMigrations([{ file: 'data.ts', declaration: wrong }], [name]).map(({ message }) => message)
    expect(messages.join(' ')).toMatch(/has when.*name must be.*on must be.*page must be.*onProblem must be.*needs run/)
  })
})
