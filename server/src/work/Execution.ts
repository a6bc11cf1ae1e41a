import type { Records, ReadableRecords } from '../logic/Records.ts'
import type { Reaction } from '../logic/Logic.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import type { Transaction } from '../postgres/Transaction.ts'

/** Whose rights logic has, and who is the author of what it writes. */
export interface Actor {
  /** The name of the role whose rights it has; those of the user if absent. */
  readonly as?: string | undefined
  /** The user who caused it; null if nobody did. */
  readonly user: number | null
  /** The id of the API key that sent the job; null if none did. */
  readonly key: number | null
}

/** One run of logic. */
export interface LogicRun {
  readonly kind: 'job' | 'reaction' | 'schedule'
  readonly name: string
  readonly actor: Actor
  readonly requestId: string
  /** When it must have ended, in milliseconds of the monotonic clock. */
  readonly until: number
  /** The time that it may take until then, in milliseconds. */
  readonly timeout: number
  /** The most statements. */
  readonly statements: number
  /** It writes only while the database is in this generation; in any if absent. */
  readonly generation?: number
}

/** Runs logic over the records, with the rights of its role. */
export interface Execution {
  /** Runs logic in one transaction. `finish` adds statements of the service after it. */
  transact<T>(
    run: LogicRun,
    work: (records: Records) => Promise<T>,
    finish: (transaction: Transaction, result: T) => Promise<void>,
  ): Promise<T>
  /** Runs a reaction over changes in one transaction. */
  react(
    run: LogicRun,
    reaction: Reaction,
    entries: readonly JournaledChange[],
    finish: (transaction: Transaction) => Promise<void>,
  ): Promise<void>
  /** Records that are read outside of a transaction. */
  read(run: LogicRun): Promise<ReadableRecords>
}
