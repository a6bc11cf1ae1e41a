import type { Sql } from '../sql/sql.ts'

/** A condition for a step: the query must find no record that violates it. */
export interface Precondition {
  /** Returns the ids of the violating records, as `example`. */
  readonly query: string
  /** What is wrong if the query finds a record, and what to do. */
  readonly advice: string
}

/** The columns that a step drops or converts. Foreign objects on them would be dropped, or block the step. */
export interface AffectedColumns {
  readonly table: string
  readonly dropped: readonly string[]
  readonly converted: readonly string[]
  /** The whole table is dropped, and with it everything that belongs to it. */
  readonly whole?: true
}

/** One change of the schema as plain data. It can be shown, compared and written as JSON before it runs. */
export interface Step {
  /** A sentence that says what the step does. */
  readonly title: string
  readonly statements: readonly string[]
  /**
   * `transaction`: all statements or none. `alone`: outside a transaction, as CONCURRENTLY requires. `batches`: the
   * statement is repeated with the id that it returned as `last`, until it returns none. `data`: records are
   * migrated by code.
   */
  readonly mode: 'transaction' | 'alone' | 'batches' | 'data'
  /** The name of the migration of records that the step runs. */
  readonly migration?: string
  /** The lock on the table, and for how long. */
  readonly lock: string
  /** The table that is locked while all its rows are read, by its name in the database. */
  readonly locksTable?: string
  /** For about how many seconds it is locked, if that is long. */
  readonly lockSeconds?: number
  /** Whether PostgreSQL rewrites the whole table while it holds the lock. */
  readonly rewrites: boolean
  /** Whether a process with these models cannot serve until the step is done. */
  readonly required: boolean
  /** The data that the step loses, if any. */
  readonly loses?: string
  readonly preconditions?: readonly Precondition[]
  /** A query for the records that the step changes, as `example`. If it finds none, the plan does not have the step. */
  readonly when?: string
  /** The columns that the step drops or converts, by their names in the database. */
  readonly affects?: AffectedColumns
  /** What the step creates: a column, or a whole table if no column is named. */
  readonly creates?: { readonly table: string; readonly column?: string }
  /** A statement that runs after the step failed and removes what it left. */
  readonly cleanup?: string
  /** What else the step brings about that people should know. */
  readonly notes?: readonly string[]
  /** Whether the step changes the service's own tables: its SQL is shown on request only. */
  readonly service?: true
  /** Why the step cannot run, and what to do instead. */
  readonly blocked?: string
}

/** The lock modes of steps, as in PostgreSQL's manual, and how long the lock is held. */
export const locks = {
  none: 'none',
  short: 'ACCESS EXCLUSIVE, short',
  rewrite: 'ACCESS EXCLUSIVE, while the table is rewritten',
  reference: 'SHARE ROW EXCLUSIVE on both tables, short',
  building: 'ACCESS EXCLUSIVE, while the index is built',
  counting: 'SHARE ROW EXCLUSIVE, while the records are counted',
  online: 'SHARE UPDATE EXCLUSIVE (reads and writes go on)',
  rows: 'ROW EXCLUSIVE (reads and writes go on)',
  roles: 'SHARE ROW EXCLUSIVE on roles and rules, short',
} as const

type StepOptions = Partial<Omit<Step, 'title' | 'statements'>>

/** A step with the usual properties: one transaction, a short lock, no data lost. */
export function toStep(title: string, statements: readonly Sql[], options: StepOptions = {}): Step {
  const texts = statements.map((statement) => statement.toText())
  return {
    title,
    statements: texts,
    mode: 'transaction',
    lock: locks.short,
    rewrites: false,
    required: false,
    ...options,
  }
}

/** A step that cannot run, with what to do instead. */
export function toBlockedStep(title: string, blocked: string): Step {
  return toStep(title, [], { lock: locks.none, required: true, blocked })
}
