import type { RecordRunners } from '../batch/createRecordRunners.ts'
import type { Sendable } from '../logic/Logic.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { Idempotency } from '../idempotency/Idempotency.ts'
import type { PageTokens } from '../plan/pageToken.ts'
import type { Sender } from '../outbound/Sender.ts'

/** What is done with passwords before they are stored. Hashes and digests are slow by design. */
export interface Passwords {
  /** Returns what is wrong with a new password of a user; undefined if it is accepted. */
  findFault(password: string, username: string): string | undefined
  hash(password: string): Promise<string>
  /** Returns a digest in hex at the cost of a password hash. The same text and salt give the same digest. */
  digest(text: string, salt: string): Promise<string>
}

/** What executing a plan needs. */
export interface ExecutionServices {
  readonly run: RecordRunners
  readonly models: Models
  /** The names of the declared actions, which rules can name. */
  readonly actionNames: readonly string[]
  /** The declared jobs and mails, which logic can send. */
  readonly jobs: Sendable
  /** Whether the writes of logic of this name can be undone; all can if absent. */
  isUndoable?(name: string): boolean
  readonly idempotency: Idempotency
  readonly passwords: Passwords
  /** Called after the commit of a transaction that sent jobs. */
  onJobsSent?(): void
  readonly database: Database
  /** The most records that one call may name, and the most others that it may change or delete with them. */
  readonly maxBulk: number
  readonly tokens: PageTokens
  /** The most bytes of a read's answer. */
  readonly answerLimit: number
  /** Knows which addresses webhooks may have. */
  readonly sender: Sender
  /** Whether users are told by mail what was done with their accounts. */
  readonly sendsNotices?: boolean
}

/**
 * What the steps of a transaction may use: nothing that needs another connection. A transaction that waits for a second
 * one while it holds the first can wait for ever, for itself.
 */
export type TransactionServices = Omit<ExecutionServices, 'run' | 'database' | 'idempotency'>
