import type { Calls, Refusal, SeenRecord, Shown, Trial } from './Calls.ts'
import type { Round, Row } from './Preview.ts'
import { readRefusals, faultsOfAll } from './readRefusals.ts'
import { hasCriteria, inParts, named, windowOf } from './rounds.ts'
import { type BulkOperation, type RecordName, type Target, valuesOf } from './Target.ts'

/** Values that no record takes: what is wrong with each of them. */
export class ValueFaults extends Error {
  readonly faults: Readonly<Record<string, string>>

  constructor(faults: Readonly<Record<string, string>>) {
    super(Object.values(faults).join(' '))
    this.faults = faults
  }
}

/** The reasons that the console gives itself. */
export interface Reasons {
  readonly gone: string
  readonly stale: string
  readonly notPermitted: string
  readonly notTried: string
}

/** How often a round is tried without those that were refused, and how many faults a service names at once. */
const mostTries = 25
const mostFaults = 100

/** Tries a bulk change round by round. Each round is the write itself, taken back, without those that it refuses. */
export async function* previewTarget(
  target: Target,
  operation: BulkOperation,
  { calls, size, reasons }: { readonly calls: Calls; readonly size: number; readonly reasons: Reasons },
): AsyncGenerator<Round, void, undefined> {
  const at = { operation, calls, reasons }
  let isFirst = true
  if (target.is === 'named') {
    for (const part of inParts(target.records, size)) {
      const seen = new Map((await calls.look(named(part), '', size)).map((record) => [record.id, record]))
      yield await tryRound(part, seen, undefined, { ...at, isFirst })
      isFirst = false
    }
    return
  }
  for (let behind = 0, isLast = false; !isLast; ) {
    const found = await calls.look(windowOf(target.where, behind, undefined), target.q, size)
    const end = found.at(-1)?.id
    if (end === undefined) return
    isLast = found.length < size
    // The last window has no end, so that records which come to match before the write are noticed.
    const criteria = hasCriteria(target) ? windowOf(target.where, behind, isLast ? undefined : end) : undefined
    yield await tryRound(found, new Map(found.map((record) => [record.id, record])), criteria, { ...at, isFirst })
    isFirst = false
    behind = end
  }
}

interface Trying {
  readonly operation: BulkOperation
  readonly calls: Calls
  readonly reasons: Reasons
  /** What every record of the first round has is a fault of the values. */
  readonly isFirst: boolean
}

async function tryRound(
  wanted: readonly RecordName[],
  seen: ReadonlyMap<number, SeenRecord>,
  criteria: Round['criteria'],
  at: Trying,
): Promise<Round> {
  const refused = new Map<number, readonly Refusal[]>()
  for (const record of wanted) {
    const reason = reasonBefore(record, seen.get(record.id), at)
    if (reason !== undefined) refused.set(record.id, [{ field: undefined, message: reason }])
  }
  const { trial, tried } = await tryWithout(wanted, refused, at)
  const shown = new Map(trial.records.map((record) => [record.id, record]))
  const unchanged = at.operation.is !== 'delete' ? unchangedOf(trial) : new Set<number>()
  const rows = wanted.map(({ id }) => toRow(id, shown.get(id), seen.get(id), refused.get(id), unchanged.has(id)))
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  const writes = tried.flatMap(({ id, version }) => (outcomes.get(id) === 'changed' ? [{ id, version }] : []))
  const isWhole = writes.length === wanted.length
  return { writes, criteria: isWhole ? criteria : undefined, rows, deleted: trial.deleted, cleared: trial.cleared }
}

/** What is known before a record is tried: it is gone, somebody changed it, or the caller may not. */
function reasonBefore({ version }: RecordName, now: SeenRecord | undefined, { operation, reasons }: Trying) {
  if (!now) return reasons.gone
  if (now.version !== version) return reasons.stale
  const may = operation.is === 'delete' ? now.mayDelete : now.mayChange
  return may ? undefined : reasons.notPermitted
}

const nothing: Trial = { records: [], same: 0, deleted: 0, cleared: 0 }

/** Tries records, and again without those that were refused, whose reasons are noted. */
async function tryWithout(
  wanted: readonly RecordName[],
  refused: Map<number, readonly Refusal[]>,
  { operation, calls, reasons, isFirst }: Trying,
): Promise<{ trial: Trial; tried: readonly RecordName[] }> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const tried = wanted.filter(({ id }) => !refused.has(id))
    if (tried.length === 0) return { trial: nothing, tried }
    try {
      const trial =
        operation.is === 'delete' ? await calls.tryDelete(tried) : await calls.tryChange(tried, valuesOf(operation))
      return { trial, tried }
    } catch (error) {
      const refusals = readRefusals(error as Error)
      if (refusals.size === 0) throw error
      const faults =
        isFirst && tries === 0 && operation.is === 'change'
          ? faultsOfAll(refusals, tried.length, mostFaults)
          : undefined
      if (faults) throw new ValueFaults(faults)
      for (const [index, why] of refusals) refused.set(tried[index]?.id ?? 0, why)
    }
  }
  for (const { id } of wanted) if (!refused.has(id)) refused.set(id, [{ field: undefined, message: reasons.notTried }])
  return { trial: nothing, tried: [] }
}

function toRow(
  id: number,
  shown: Shown | undefined,
  seen: SeenRecord | undefined,
  reasons: readonly Refusal[] | undefined,
  isSame: boolean,
): Row {
  const title = seen?.title ?? shown?.title ?? `#${id}`
  if (reasons || !shown) return { id, title, changes: {}, outcome: 'refused', reasons: reasons ?? [] }
  return { id, title, changes: shown.changes, outcome: isSame ? 'same' : 'changed', reasons: [] }
}

/** The records that have the values already. Of values that the caller may not read nobody can say which these are. */
function unchangedOf({ records, same }: Trial): ReadonlySet<number> {
  const found = records.filter(({ changes }) => Object.keys(changes).length === 0)
  return new Set(found.length === same ? found.map(({ id }) => id) : [])
}
