import { join, name, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import { locks, toStep, type Step } from '../Step.ts'
import { checkDefinition, columnDefinition, createIndex, inRecords, noteStatements } from './ddl.ts'

/** Ids stay whole numbers that JSON carries exactly. */
const sequenceEnd = sql`maxvalue 9007199254740991`

/** A table that is not there yet, whole but for its foreign keys: they wait until all tables exist. */
export function createTable(table: DesiredTable): Step {
  const parts = [
    ...table.columns.map((column) => columnDefinition(column)),
    sql`constraint ${name(table.primaryKey)} primary key (id)`,
    ...table.checks.map(checkDefinition),
  ]
  const statements = [
    sql`create sequence if not exists ${inRecords(table.sequence)} ${sequenceEnd}`,
    sql`create table ${inRecords(table.name)} (\n  ${join(parts, ',\n  ')}\n)`,
    sql`alter sequence ${inRecords(table.sequence)} owned by ${inRecords(table.name)}.id`,
    ...table.indexes.map((index) => createIndex(table.name, index, false)),
    ...table.columns.flatMap((column) => noteStatements(table.name, column)),
  ]
  return toStep(`Create the table of ${table.model.name}`, statements, { lock: locks.none, vital: true })
}

/** The sequence of a table that lost it: it goes on behind the greatest id that is in use. */
export function createSequence({ name: table, sequence, model }: DesiredTable): Step {
  const statements = [
    sql`create sequence ${inRecords(sequence)} ${sequenceEnd} owned by ${inRecords(table)}.id`,
    sql`select setval('${inRecords(sequence)}', (select max(id) from ${inRecords(table)}))`,
  ]
  return toStep(`Create the sequence that gives ${model.name} its ids`, statements, { vital: true })
}
