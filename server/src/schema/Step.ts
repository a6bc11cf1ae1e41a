import type { Sql } from '../sql/sql.ts'

/** Something that must hold before a step can work: the query finds no record that stands against it. */
export interface Precondition {
  /** Answers the ids of a few records that stand against it, as `example`. */
  readonly query: string
  /** What is wrong when it finds one, and what to do. */
  readonly advice: string
}

/** Columns of a table that a step drops or converts: what others made on them would go, or stand in its way. */
export interface AffectedColumns {
  readonly table: string
  readonly dropped: readonly string[]
  readonly converted: readonly string[]
}

/** One change of the schema, as plain data: it can be shown, compared and written as JSON before anything is done. */
export interface Step {
  /** A sentence that says what it does. */
  readonly title: string
  readonly statements: readonly string[]
  /**
   * `transaction`: all statements or none. `alone`: outside of any transaction, as CONCURRENTLY demands. `batches`: one
   * statement again and again, from the id that the run before answered as `last` until it answers none.
   */
  readonly mode: 'transaction' | 'alone' | 'batches'
  /** The lock on the table, and for how long. */
  readonly lock: string
  /** Whether PostgreSQL writes the whole table anew while it holds the lock. */
  readonly rewrites: boolean
  /** Whether a process with these models cannot serve before it is done. */
  readonly required: boolean
  /** The data that is lost by it, where any is. */
  readonly loses?: string
  readonly preconditions?: readonly Precondition[]
  /** The columns that it drops or converts, by their names in the database. */
  readonly affects?: AffectedColumns
  /** Run when the step has failed, so that nothing half done stays behind. */
  readonly cleanup?: string
  /** Whether it changes the service's own tables: its SQL is shown on request only. */
  readonly service?: true
  /** Why it cannot be done, and what to do instead. */
  readonly blocked?: string
}

/** How strong and how long the lock of a step is, in the words of PostgreSQL's manual. */
export const locks = {
  none: 'none',
  short: 'ACCESS EXCLUSIVE, short',
  rewrite: 'ACCESS EXCLUSIVE, while the table is rewritten',
  reference: 'SHARE ROW EXCLUSIVE on both tables, short',
  counting: 'SHARE ROW EXCLUSIVE, while the records are counted',
  online: 'SHARE UPDATE EXCLUSIVE (reads and writes go on)',
  rows: 'ROW EXCLUSIVE (reads and writes go on)',
  roles: 'SHARE ROW EXCLUSIVE on roles and rules, short',
} as const

type StepOptions = Partial<Omit<Step, 'title' | 'statements'>>

/** A step with what most steps have in common: one transaction, a short lock, no data lost. */
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

/** A step that cannot be done, and what to do instead. */
export function toBlockedStep(title: string, blocked: string): Step {
  return toStep(title, [], { lock: locks.none, required: true, blocked })
}
