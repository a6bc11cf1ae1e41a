import { findViolations } from '../harness/checker.ts'
import type { Operation, Write } from '../harness/History.ts'
import { type Books, findJournalViolations, type JournalEntry } from '../harness/journalChecker.ts'

/** What a run left behind, compared with what the service said. */
export interface Verdict {
  /** Acknowledged writes without a row in the journal. */
  readonly lost: readonly string[]
  /** Writes with more than one row. */
  readonly doubled: readonly string[]
  /** Writes whose answer said that nothing was written (not applied, a conflict, no record), and that are applied. */
  readonly falselyRefused: readonly string[]
  /** Everything in which journal, records and answers differ; also what is in the lists above. */
  readonly journal: readonly string[]
  /** Answers that no correct service can have given, such as stale reads. */
  readonly answers: readonly string[]
  /** Writes with an unknown outcome: how many were applied, and how many were not. */
  readonly unknown: { readonly applied: number; readonly absent: number }
}

/** Compares a history with the journal and the records, both read after the cluster is whole again. */
export function judge(history: readonly Operation[], books: Books): Verdict {
  const rows = Map.groupBy(books.entries, (entry) => keyOf(entry))
  const deletes = new Set(books.entries.filter(({ operation }) => operation === 'd').map(({ record }) => record))
  const count = (write: Write): number => {
    if (write.kind === 'delete') return deletes.has(write.id ?? 0) ? 1 : 0
    return rows.get(write.value ?? '')?.length ?? 0
  }
  const writes = history.flatMap(({ write, answer }) => (write ? [{ write, answer }] : []))
  const perhapsDeleted = new Set(
    writes
      .filter(({ write, answer }) => write.kind === 'delete' && ['done', 'unknown'].includes(answer.said))
      .map(({ write }) => write.id),
  )
  const refused = writes.filter(
    ({ write, answer }) =>
      refusals.includes(answer.said) && !(write.kind === 'delete' && perhapsDeleted.has(write.id)) && count(write) > 0,
  )
  const unknown = writes.filter(({ answer }) => answer.said === 'unknown')
  const applied = unknown.filter(({ write }) => count(write) > 0).length
  return {
    lost: writes.filter(({ write, answer }) => answer.said === 'done' && count(write) === 0).map(toText),
    doubled: writes.filter(({ write }) => count(write) > 1).map(toText),
    falselyRefused: refused.map(toText),
    journal: findJournalViolations(history, books),
    answers: findViolations(history),
    unknown: { applied, absent: unknown.length - applied },
  }
}

/** Answers by which a write was not done: a conflict shows the record as it is. */
const refusals: readonly string[] = ['not-applied', 'shown', 'missing']

/** The value that a row wrote; every write of a load writes another. */
function keyOf({ operation, changes }: JournalEntry): string {
  const pair = changes['firstName']
  return operation === 'd' || !Array.isArray(pair) ? '' : String(pair[1])
}

function toText({ write, answer }: Pick<Operation, 'answer'> & { write: Write }): string {
  return `${write.kind} ${write.value ?? write.id ?? ''}: ${JSON.stringify(answer)}`
}
