import type { RecordRunners } from '../batch/createRecordRunners.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { Idempotency } from '../idempotency/Idempotency.ts'
import type { PageTokens } from '../plan/pageToken.ts'

/** What carrying out a plan takes. */
export interface ExecutionServices {
  readonly run: RecordRunners
  readonly models: Models
  readonly idempotency: Idempotency
  readonly database: Database
  /** Records that one call may write, or touch beside those it names. */
  readonly maxBulk: number
  readonly tokens: PageTokens
  /** How many bytes the answer of a read may take. */
  readonly answerLimit: number
}
