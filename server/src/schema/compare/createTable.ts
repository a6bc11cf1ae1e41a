import { join, name, sql, type Sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import { locks, toStep, type Step } from '../Step.ts'
import {
  checkDefinition,
  columnDefinition,
  createIndex,
  inRecords,
  noteStatements,
  referenceDefinition,
} from './ddl.ts'

/** The greatest integer that JSON numbers represent exactly. */
const maxId = sql`maxvalue 9007199254740991`

/** Creates a table. The foreign keys of a model's table are added later, when all tables exist. */
export function createTable(table: DesiredTable): Step {
  return toStep(`Create the table of ${table.label}`, createStatements(table), {
    lock: table.relation ? locks.reference : locks.none,
    required: true,
    creates: { table: table.name },
  })
}

/** Replaces a links table whose relation has another target: the ids of one model are not valid in another. */
export function replaceLinks(table: DesiredTable): Step {
  const statements = [sql`drop table ${inRecords(table.name)}`, ...createStatements(table)]
  const title = `Replace the links of ${table.label}, which lead to ${table.relation?.target} now`
  return toStep(title, statements, {
    required: true,
    loses: `all links of ${table.label}`,
    affects: { table: table.name, dropped: [], converted: [], whole: true },
  })
}

function createStatements(table: DesiredTable): Sql[] {
  const parts = [
    ...table.columns.map((column) => columnDefinition(column)),
    primaryKeyDefinition(table),
    ...table.checks.map(checkDefinition),
    ...(table.relation ? table.references.map(referenceDefinition) : []),
  ]
  const sequence = table.sequence === undefined ? [] : [inRecords(table.sequence)]
  return [
    ...sequence.map((ids) => sql`create sequence if not exists ${ids} ${maxId}`),
    sql`create table ${inRecords(table.name)} (\n  ${join(parts, ',\n  ')}\n)`,
    ...sequence.map((ids) => sql`alter sequence ${ids} owned by ${inRecords(table.name)}.id`),
    ...table.indexes.map((index) => createIndex(table.name, index, false)),
    ...table.columns.flatMap((column) => noteStatements(table.name, column)),
  ]
}

function primaryKeyDefinition({ primaryKey, keyColumns }: DesiredTable): Sql {
  return sql`constraint ${name(primaryKey)} primary key (${join(keyColumns.map((column) => name(column)))})`
}

/** Creates a missing sequence. It continues after the greatest id in use. */
export function createSequence({ name: table, model }: DesiredTable, sequence: string): Step {
  const statements = [
    sql`create sequence ${inRecords(sequence)} ${maxId} owned by ${inRecords(table)}.id`,
    sql`select setval('${inRecords(sequence)}', (select max(id) from ${inRecords(table)}))`,
  ]
  return toStep(`Create the sequence that gives ${model.name} its ids`, statements, { required: true })
}
