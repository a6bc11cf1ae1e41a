import type { Models } from '../../model/Models.ts'
import type { ExportPlan } from '../../plan/ExportPlan.ts'
import { optionsOf } from '../../batch/optionsOf.ts'
import type { Cursor } from '../../postgres/Cursor.ts'
import type { Database } from '../../postgres/Database.ts'
import { Rejected } from '../../postgres/errors.ts'
import type { Values } from '../../postgres/Query.ts'
import { authCheckStatement, requireAuthorized } from '../../statement/authorization/authCheck.ts'
import { declareExportStatement } from '../../statement/export.ts'
import { findExcess, tooLarge } from '../../statement/limit/answerSize.ts'

/** What reading the records of an export needs. */
export interface ExportServices {
  readonly database: Pick<Database, 'openCursor'>
  readonly models: Models
  /** The most bytes of one relation of a record. */
  readonly answerLimit: number
}

/** The most records that are read at once, and how many characters of them may be in memory about. */
const [maxBatch, batchSize] = [500, 1_048_576]

/**
 * The records of an export, in batches. All are from one snapshot, in which the caller's rights were checked. They are
 * read when they are asked for.
 */
export class ExportedRows {
  readonly #cursor: Cursor
  readonly #answerLimit: number
  #first: Values[] | undefined
  /** How many records were read. */
  count = 0

  constructor(cursor: Cursor, first: Values[], answerLimit: number) {
    this.#cursor = cursor
    this.#first = first
    this.#answerLimit = answerLimit
  }

  async *batches(): AsyncGenerator<Values[], void> {
    let rows = this.#first ?? []
    this.#first = undefined
    let asked = 1
    try {
      while (rows.length > 0) {
        this.count += rows.length
        const size = rows.reduce((sum, row) => sum + lengthOf(row), 0)
        const isLast = rows.length < asked
        const fitting = Math.floor((batchSize * rows.length) / Math.max(1, size))
        asked = Math.max(1, Math.min(maxBatch, asked * 4, fitting))
        // The next batch is read while this one is written and sent.
        const ahead = isLast ? undefined : readRows(this.#cursor, asked, this.#answerLimit)
        // It fails here if nobody asks for it any more.
        ahead?.catch(() => {})
        yield rows
        if (!ahead) return
        rows = await ahead
      }
    } finally {
      this.close()
    }
  }

  /** Ends the snapshot, also while records are read. */
  close(): void {
    this.#cursor.close()
  }
}

/** Opens an export. If it fails later, it is for lack of the database or of time, or because a record is too large. */
export async function openExport(
  plan: ExportPlan,
  { database, models, answerLimit }: ExportServices,
  timeout: number,
): Promise<ExportedRows> {
  const { authorization } = plan
  const declare = declareExportStatement(plan, models, answerLimit)
  const check = authCheckStatement(authorization.credential)
  const options = { ...optionsOf([authorization]), timeout }
  const { cursor, checked } = await database.openCursor({ check, declare }, options)
  try {
    requireAuthorized(checked)
    return new ExportedRows(cursor, await readRows(cursor, 1, answerLimit), answerLimit)
  } catch (error) {
    cursor.close()
    throw error
  }
}

async function readRows(cursor: Cursor, count: number, answerLimit: number): Promise<Values[]> {
  const rows = await cursor.next(count).catch((error: unknown) => {
    throw error instanceof Rejected && error.sqlState === '54000' ? tooLarge('members') : error
  })
  for (const [shown] of rows) {
    const excess = shown === null || shown === undefined ? undefined : findExcess(shown)
    if (excess) throw tooLarge(excess, answerLimit)
  }
  return rows
}

function lengthOf(row: Values): number {
  return row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
}
