import { show } from './events.ts'
import type { Operation, Seen, Write } from './History.ts'

/** One row of the journal. */
export interface JournalEntry {
  readonly record: number
  readonly version: number
  readonly operation: string
  /** `{field: [before, after]}` */
  readonly changes: Readonly<Record<string, unknown>>
}

/** The journal and the records, read in one snapshot after the load. */
export interface Books {
  readonly entries: readonly JournalEntry[]
  readonly records: ReadonlyMap<number, Seen>
}

/** What the load writes into a record in addition to the unique value. */
const constant = { lastName: 'Load', status: 'lead' }

/**
 * Finds every disagreement of the journal with the answers or the records: an acknowledged write without exactly one
 * row with the right values before and after, a row that no write explains, a gap, a broken chain.
 */
export function findJournalViolations(history: readonly Operation[], { entries, records }: Books): string[] {
  const byRecord = Map.groupBy(entries, ({ record }) => record)
  return [
    ...[...byRecord].flatMap(([id, ofRecord]) => checkChain(id, ofRecord, records.get(id))),
    ...[...records.keys()].filter((id) => !byRecord.has(id)).map((id) => `record ${id} has no row in the journal`),
    ...history.flatMap((operation) => checkAcknowledged(operation, byRecord)),
    ...checkExplained(history, entries),
  ]
}

/** Each row begins where the row before it ended, and the last one ends at the record as it is. */
function checkChain(id: number, entries: readonly JournalEntry[], record: Seen | undefined): string[] {
  const ordered = entries.toSorted((a, b) => a.version - b.version)
  const violations: string[] = []
  let before: string | null = null
  for (const [index, entry] of ordered.entries()) {
    const { version, operation } = entry
    if (version !== index) return [...violations, `record ${id} has a row of version ${version} where ${index} is due`]
    if ((operation === 'c') !== (index === 0)) violations.push(`record ${id} has a ${operation} as row ${index}`)
    if (operation === 'd' && index < ordered.length - 1) violations.push(`record ${id} lives on after row ${index}`)
    const after = operation === 'd' ? null : afterOf(entry)
    const due = toChanges(before, after)
    if (!sameChanges(entry.changes, due))
      violations.push(`record ${id}@${version}: ${JSON.stringify(entry.changes)} where ${JSON.stringify(due)} is due`)
    before = after
  }
  const end = before === null ? undefined : { version: ordered.length - 1, value: before }
  if (end?.version === record?.version && end?.value === record?.value) return violations
  return [...violations, `record ${id} is ${JSON.stringify(record)} where its journal ends at ${JSON.stringify(end)}`]
}

/** All changes of a write from one value to another; null means no record. */
function toChanges(before: string | null, after: string | null): Record<string, [unknown, unknown]> {
  if (before !== null && after !== null) return before === after ? {} : { firstName: [before, after] }
  const side = (value: string | null, other: string) => (value === null ? null : other)
  const others = Object.entries(constant).map(([field, value]) => [field, [side(before, value), side(after, value)]])
  return { firstName: [before, after], ...Object.fromEntries(others) }
}

function sameChanges(changes: JournalEntry['changes'], due: Record<string, [unknown, unknown]>): boolean {
  const fields = Object.keys(due)
  if (Object.keys(changes).length !== fields.length) return false
  return fields.every((field) => JSON.stringify(changes[field]) === JSON.stringify(due[field]))
}

function afterOf({ changes }: JournalEntry): string | null {
  const pair = changes['firstName']
  return Array.isArray(pair) && typeof pair[1] === 'string' ? pair[1] : null
}

function checkAcknowledged(operation: Operation, byRecord: ReadonlyMap<number, readonly JournalEntry[]>): string[] {
  const { write, answer } = operation
  if (!write || answer.said !== 'done') return []
  const rows = (byRecord.get(answer.id) ?? []).filter((entry) => isOf(entry, write, answer.seen))
  return rows.length === 1 ? [] : [`${show(operation)}: has ${rows.length} rows in the journal`]
}

function isOf(entry: JournalEntry, { kind, value }: Write, seen: Seen | undefined): boolean {
  if (kind === 'delete') return entry.operation === 'd'
  return entry.operation === kind[0] && entry.version === seen?.version && afterOf(entry) === value
}

/** Every row belongs to a write that was sent and not refused; a write with an unknown outcome has at most one. */
function checkExplained(history: readonly Operation[], entries: readonly JournalEntry[]): string[] {
  const happened = history.filter(({ answer }) => answer.said === 'done' || answer.said === 'unknown')
  const values = new Set(happened.map(({ write }) => write?.value))
  const deleted = new Set(happened.filter(({ write }) => write?.kind === 'delete').map(({ write }) => write?.id))
  const seen = new Map<string, JournalEntry>()
  return entries.flatMap((entry) => {
    const { record, version, operation } = entry
    if (operation === 'd') return deleted.has(record) ? [] : [`record ${record}@${version}: nobody deleted it`]
    const value = afterOf(entry) ?? ''
    const twin = seen.get(value)
    seen.set(value, entry)
    if (twin) return [`"${value}" was written twice: ${twin.record}@${twin.version} and ${record}@${version}`]
    return values.has(value) ? [] : [`record ${record}@${version}: nobody wrote "${value}"`]
  })
}
