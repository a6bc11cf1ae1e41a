import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import type { WriteNote } from '../plan/Plan.ts'
import { Refused } from '../postgres/trouble.ts'
import { keepAnswerStatement } from '../statement/answers.ts'
import { findKeyTaken } from '../statement/refusal.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Means } from './Means.ts'
import { type Deed, Ledger } from './tree/Deed.ts'
import { deleteRecords } from './tree/deleteRecords.ts'
import { writeRecords } from './tree/writeRecords.ts'

/** What a write answers: `data` as JSON without its brackets, and what stands beside it. */
export interface Answer {
  readonly data: string
  readonly version?: number
  readonly beside?: string
}

/** Does a write that takes several statements, as one transaction: all of it, or nothing. A dry run does it and takes it back. */
export async function inTransaction(
  note: WriteNote,
  means: Means,
  work: (deed: Deed) => Promise<Answer>,
): Promise<Envelope> {
  const answer = await means.database.transact(note.dryRun ? 'rollback' : 'commit', async (transaction) => {
    const deed: Deed = {
      transaction,
      means,
      ledger: new Ledger(means.maxBulk),
      write: (items) => writeRecords(items, deed),
      remove: (model, targets, by) => deleteRecords(model, targets, by, deed),
    }
    const done = withLedger(await work(deed), deed.ledger)
    if (note.once && !note.dryRun) await keep(note, done, deed)
    return done
  })
  return toDataEnvelope(note.dryRun ? toDry(answer) : answer)
}

/** What a record would have become. */
export function toDryEnvelope({ json }: Stored, beside?: string): Envelope {
  return toDataEnvelope(toDry({ data: json, ...(beside === undefined ? {} : { beside }) }))
}

/** The same note without its key: the answer is kept once for the whole, not for each record. */
export function withoutKey({ author, requestId, dryRun }: WriteNote): WriteNote {
  return { author, requestId, dryRun }
}

function withLedger(answer: Answer, ledger: Ledger): Answer {
  const also = ledger.toBeside()
  return also === undefined
    ? answer
    : { ...answer, beside: answer.beside === undefined ? also : `${answer.beside},${also}` }
}

async function keep({ author, once }: WriteNote, answer: Answer, { transaction }: Deed): Promise<void> {
  if (!once) return
  try {
    await transaction.run(keepAnswerStatement({ userId: author, key: once.key }, once.hash, answer))
  } catch (error) {
    throw error instanceof Refused ? (findKeyTaken(error) ?? error) : error
  }
}

function toDry({ data, beside }: Answer): Answer {
  return { data, beside: beside === undefined ? '"dryRun":true' : `${beside},"dryRun":true` }
}
