import type pg from 'pg'
import type { ColumnValue } from '../src/model/field/FieldType.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { writableFields } from '../src/plan/parseRecord.ts'
import { createStatement } from '../src/statement/create.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { median } from './figures.ts'
import type { BenchService } from './BenchService.ts'

/** A kind of create. */
export interface Create {
  /** The number of records in one statement. */
  readonly group: number
  /** Whether a commit waits for the disk, as in production; if not, only the work itself is measured. */
  readonly durable: boolean
}

/** Milliseconds a statement, with the journal and the counts and without them. */
export interface CreateTimes {
  readonly journaled: number
  readonly bare: number
}

/** Creates records by turns with the service's own statement and with the same statement without its journal. */
export async function timeCreates(
  bench: BenchService,
  { group, durable }: Create,
  groups: number,
): Promise<CreateTimes> {
  await bench.connection.query(`set synchronous_commit = ${durable ? 'on' : 'off'}`)
  const idGroups = await drawIds(bench, group, groups * 2)
  const figures = { journaled: [] as number[], bare: [] as number[] }
  for (const [index, ids] of idGroups.entries()) {
    const kind = index % 2 === 0 ? 'journaled' : 'bare'
    const statement = toStatement(bench, ids, kind)
    const start = performance.now()
    await bench.connection.query(statement)
    figures[kind].push(performance.now() - start)
  }
  return { journaled: median(figures.journaled), bare: median(figures.bare) }
}

async function drawIds({ connection }: BenchService, group: number, groups: number): Promise<number[][]> {
  const sequence = 'record.com_example_contacts_contact_ids'
  const text = `select nextval('${sequence}') as id from generate_series(1, ${group * groups})`
  const ids = (await connection.query<{ id: string }>(text)).rows.map(({ id }) => Number(id))
  return Array.from({ length: groups }, (_, index) => ids.slice(index * group, (index + 1) * group))
}

/** The statement as the service's driver gets it. */
function toStatement({ model, models }: BenchService, ids: readonly number[], kind: keyof CreateTimes): pg.QueryConfig {
  const fields = writableFields(model)
  const context = {
    authorization: { ...serviceAuthorization(models), userId: 1 },
    requestId: 'AAAAAAAAAAAAAAAA',
    dryRun: false,
  }
  const items = ids.map((id) => {
    const given: Record<string, ColumnValue> = {
      firstName: `First${id}`,
      lastName: 'Growth',
      email: `contact${id}@example.com`,
      status: 'lead',
    }
    const values = fields.map((field) => given[field.name] ?? null)
    return { id, plan: { operation: 'create', model, context, fields, values, given: [], relations: [] } as const }
  })
  const { text, values } = createStatement.toSql(items, models, openAuthCheck).toQuery()
  return { name: kind, text: kind === 'bare' ? withoutJournal(text) : text, values }
}

/**
 * Removes the parts that write the journal and the counts. Their parameters stay in a table that is never read, because
 * PostgreSQL must know their types.
 */
function withoutJournal(text: string): string {
  const [from, to] = [text.indexOf('journaled as ('), text.indexOf('answered as ')]
  const part = text.slice(from, to)
  if (from < 0 || to < from || !part.includes('counted as ('))
    throw new Error('The create statement has changed: update withoutJournal in server/bench/creates.ts.')
  const values = [...new Set(part.match(/\$\d+::\w+/g))]
  const named = values.length > 0 ? `journaled as (select ${values.join()}), ` : ''
  return text.slice(0, from) + named + text.slice(to)
}
