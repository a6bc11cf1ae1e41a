import type { TestDatabase } from './database.ts'

/** A row of the journal as it is stored. */
export interface JournalRow {
  readonly version: number
  readonly operation: string
  readonly author: number | null
  readonly requestId: string
  readonly changes: Record<string, [unknown, unknown] | null>
}

/** The journal rows of a record, read with SQL, in the order of the versions. */
export async function journalOf(database: TestDatabase, model: string, id: number): Promise<JournalRow[]> {
  return database.query<JournalRow>(
    `select version::int as version, operation::text as operation, author::int as author, request_id as "requestId",
      changes
    from tabularium.journal join tabularium.models on models.number = journal.model
    where models.name = $1 and record = $2 order by version, written_on`,
    [model, id],
  )
}

/** Deletes journal rows of a record, as a short keepHistory would. */
export async function forgetJournal(database: TestDatabase, model: string, id: number, upTo: number): Promise<void> {
  await database.query(
    `delete from tabularium.journal where model = (select number from tabularium.models
      where name = $1) and record = $2 and version <= $3`,
    [model, id, upTo],
  )
}
