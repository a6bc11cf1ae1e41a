import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../src/model/loadModels.ts'
import type { Models } from '../src/model/Models.ts'
import { planCreate } from '../src/plan/create.ts'
import type { UpdatePlan, WriteNote } from '../src/plan/Plan.ts'
import type { Sql } from '../src/sql/sql.ts'
import { createStatement } from '../src/statement/create.ts'
import { deleteStatement } from '../src/statement/delete.ts'
import { findStatement } from '../src/statement/find.ts'
import { pastStatement } from '../src/statement/past.ts'
import { readStatement } from '../src/statement/read.ts'
import { updateStatement } from '../src/statement/update.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { contactsFolder } from './harness/commandLine.ts'

const rows = 20_000
const note: WriteNote = { author: 1, requestId: 'test', dryRun: false }

let database: TestDatabase
let connection: pg.Client
let models: Models

beforeAll(async () => {
  models = await loadModels(contactsFolder)
  database = await createDatabase()
  connection = new pg.Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' })
  await connection.connect()
  for (const [table, columns, values] of [
    ['company', 'name', "'Company ' || n"],
    ['contact', 'first_name, last_name, company', "'First', 'Last', n"],
    ['tag', 'name', "'tag ' || n"],
    ['interaction', 'contact, kind, happened_on', "n, 'call', now()"],
  ])
    await connection.query(`insert into record.com_example_contacts_${table} (id, version, created_on, updated_on, ${columns})
      select n, 0, now(), now(), ${values} from generate_series(1, ${rows}) as n`)
  await connection.query(`insert into record.com_example_contacts_contact_tags_links (source, target)
    select n, n from generate_series(1, ${rows}) as n`)
  await connection.query('analyze')
})

afterAll(async () => {
  await connection.end()
  await database.drop()
})

/** The tables that the generic plan of a statement reads from end to end. */
async function scannedTables(statement: Sql): Promise<string[]> {
  const { text, values } = statement.toQuery()
  await connection.query(`prepare generic as ${text}`)
  const { rows: lines } = await connection.query<{ 'QUERY PLAN': string }>(
    `explain execute generic(${values.map(() => 'null').join()})`,
  )
  await connection.query('deallocate generic')
  return lines.flatMap((line) => /Seq Scan on (com_example_\w+)/.exec(line['QUERY PLAN'])?.[1] ?? [])
}

/** A record that each model takes, where a name is not enough. */
const samples: Record<string, Record<string, unknown>> = {
  Contact: { firstName: 'A', lastName: 'B', company: { id: 5 } },
  Interaction: { contact: { id: 5 }, kind: 'call', happenedOn: '2026-01-31T08:30:00Z', subject: 'A' },
}

/** Statements of every operation for a group of so many records of each model. */
function statementsFor(size: number): [string, Sql][] {
  const ids = Array.from({ length: size }, (_, index) => index + 1)
  return models.all.flatMap((model): [string, Sql][] => {
    const sent = samples[model.name.split('.').at(-1) ?? ''] ?? { name: 'A' }
    const { fields, values } = planCreate(sent, model, models, note)
    const change: Omit<UpdatePlan, 'id'> = {
      operation: 'update',
      model,
      version: 0,
      note,
      fields,
      values,
      relations: [],
      onConflict: 'refuse',
      journaledAs: 'update',
    }
    const creates = ids.map((id) => ({ id: rows + id, plan: planCreate(sent, model, models, note) }))
    return [
      [
        `read ${model.name}`,
        readStatement.toSql(
          ids.map((id) => ({ operation: 'read', model, id })),
          models,
        ),
      ],
      [`create ${model.name}`, createStatement.toSql(creates, models)],
      [
        `update ${model.name}`,
        updateStatement.toSql(
          ids.map((id) => ({ ...change, id })),
          models,
        ),
      ],
      [
        `delete ${model.name}`,
        deleteStatement.toSql(
          ids.map((id) => ({ operation: 'delete', model, id, version: 0, note })),
          models,
        ),
      ],
      [
        `past ${model.name}`,
        pastStatement.toSql(
          ids.map((id) => ({ model, id, version: 0 })),
          models,
        ),
      ],
      [`find ${model.name}`, findStatement.toSql([{ operation: 'find', model, offset: 0, limit: 40 }], models)],
      [
        `find deep in ${model.name}`,
        findStatement.toSql([{ operation: 'find', model, offset: 15_000, limit: 40 }], models),
      ],
    ]
  })
}

describe('no statement in the way of a request reads a table of records from end to end', () => {
  it.each([1, 64])('in groups of %i', async (size) => {
    const scans: string[] = []
    for (const [name, statement] of statementsFor(size))
      for (const table of await scannedTables(statement)) scans.push(`${name}: ${table}`)
    expect(scans).toEqual([])
  })
})
