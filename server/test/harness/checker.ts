import { gone, isGuess, show, toEvents, type Event } from './events.ts'
import type { Operation } from './History.ts'

/**
 * Finds everything in a history that a correct record service cannot have answered: two writes with one version, gaps
 * between versions, lost writes, reads that no write explains, and stale reads. A history without any of these is
 * linearizable: the versions of a record are an order of its writes, and no answer contradicts it or the clock.
 */
export function findViolations(history: readonly Operation[]): string[] {
  const events = toEvents(history)
  const values = indexValues(history)
  return [
    ...history.flatMap(checkAnswer),
    ...checkIds(history),
    ...[...events].flatMap(([id, ofRecord]) => checkRecord(id, ofRecord, values.get(id) ?? [])),
    ...checkRefusedWrites(history, events),
  ]
}

/** An answer must fit its request. */
function checkAnswer(operation: Operation): string[] {
  const { write, answer } = operation
  if (answer.said === 'listed' && answer.total !== answer.records.size)
    return [`${show(operation)}: the total is ${answer.total}, and ${answer.records.size} records were listed`]
  if (!write || answer.said !== 'done' || write.kind === 'delete') return []
  const due = write.kind === 'create' ? 0 : (write.version ?? 0) + 1
  if (answer.seen?.version !== due) return [`${show(operation)}: must make version ${due}: an update was lost`]
  if (answer.seen.value !== write.value) return [`${show(operation)}: answers a value that it did not write`]
  return []
}

function checkIds(history: readonly Operation[]): string[] {
  const creates = history.filter(({ write, answer }) => write?.kind === 'create' && answer.said === 'done')
  const byId = Map.groupBy(creates, ({ answer }) => (answer.said === 'done' ? answer.id : 0))
  return [...byId]
    .filter(([, made]) => made.length > 1)
    .map(([id, made]) => `the id ${id} was given out ${made.length} times`)
}

function checkRecord(id: number, events: readonly Event[], candidates: readonly Operation[]): string[] {
  const writes = Map.groupBy(
    events.filter(({ what }) => what === 'write'),
    ({ version }) => version,
  )
  const guessed = guessWrites(events, writes, candidates)
  const all = [...events, ...guessed]
  return [
    ...[...writes].flatMap(([version, made]) => checkOneWrite(id, version, made)),
    ...checkGaps(id, all),
    ...checkLooks(id, all),
    ...checkClock(id, all),
    ...checkDelete(id, all),
  ]
}

function checkOneWrite(id: number, version: number, made: readonly Event[]): string[] {
  if (made.length === 1) return []
  const what = version === gone ? 'was deleted' : `got version ${version}`
  return [`record ${id} ${what} ${made.length} times: ${made.map(({ by }) => show(by)).join('; ')}`]
}

/** Writes with an unknown outcome that must have happened, because their effect was seen. */
function guessWrites(
  events: readonly Event[],
  writes: ReadonlyMap<number, readonly Event[]>,
  candidates: readonly Operation[],
): Event[] {
  const open = new Set(events.map(({ version }) => version).filter((version) => !writes.has(version)))
  const top = Math.max(...events.map(({ version }) => version).filter((version) => version !== gone), -1)
  for (let version = 0; version < top; version++) if (!writes.has(version)) open.add(version)
  return [...open].flatMap((version): Event[] => {
    const value = events.find((event) => event.version === version)?.value
    const by = candidates.find(({ write }) => makes(write, version, value))
    return by ? [{ what: 'write', version, value: by.write?.value, start: by.start, end: Infinity, by }] : []
  })
}

function makes(write: Operation['write'], version: number, value: string | undefined): boolean {
  if (!write) return false
  if (version === gone) return write.kind === 'delete'
  if (value !== undefined && write.value !== value) return false
  return write.kind === 'update' ? write.version === version - 1 : write.kind === 'create' && version === 0
}

function checkGaps(id: number, events: readonly Event[]): string[] {
  const made = new Set(events.filter(({ what }) => what === 'write').map(({ version }) => version))
  const top = Math.max(...events.map(({ version }) => version).filter((version) => version !== gone), -1)
  const missing = Array.from({ length: top + 1 }, (_, version) => version).filter((version) => !made.has(version))
  return missing.map((version) => `record ${id}: nobody wrote version ${version}, and there are versions up to ${top}`)
}

function checkLooks(id: number, events: readonly Event[]): string[] {
  const written = new Map(events.filter(({ what }) => what === 'write').map(({ version, value }) => [version, value]))
  return events.flatMap(({ what, version, value, by }) => {
    if (what !== 'look') return []
    if (version === gone)
      return written.has(gone) ? [] : [`${show(by)}: record ${id} is missing, and nobody deleted it`]
    if (!written.has(version) || written.get(version) === value) return []
    return [`${show(by)}: record ${id} has version ${version} with a value that its write did not write`]
  })
}

/**
 * An event that has ended must not come later in the order of versions than one that has not begun yet. It is enough to
 * compare pairs: if the order of versions and the clock form a cycle, two of its members already do.
 */
function checkClock(id: number, events: readonly Event[]): string[] {
  const ordered = [...events].sort((a, b) => rank(a) - rank(b) || a.start - b.start)
  const violations: string[] = []
  let latest: Event | undefined
  let pending: Event | undefined
  for (const event of ordered) {
    if (pending && rank(pending) < rank(event)) {
      if (!latest || pending.start > latest.start) latest = pending
      pending = undefined
    }
    if (latest && event.end < latest.start)
      violations.push(`${show(latest.by)}: record ${id} as it was before ${show(event.by)}, which had ended already`)
    if (!pending || event.start > pending.start) pending = event
  }
  return violations
}

function rank({ version, what }: Event): number {
  return (version === gone ? 2 ** 52 : version * 2) + (what === 'look' ? 1 : 0)
}

/** A delete with a version deleted that version and no later one. */
function checkDelete(id: number, events: readonly Event[]): string[] {
  const top = Math.max(...events.map(({ version }) => version).filter((version) => version !== gone), -1)
  return events
    .filter((event) => event.what === 'write' && event.version === gone && !isGuess(event))
    .filter(({ by }) => (by.write?.version ?? top) !== top)
    .map(({ by }) => `${show(by)}: record ${id} was at version ${top}: an update was lost`)
}

/** A write that was certainly refused must have no effect. */
function checkRefusedWrites(history: readonly Operation[], events: ReadonlyMap<number, readonly Event[]>): string[] {
  const seen = new Set([...events.values()].flat().map(({ value }) => value))
  return history
    .filter(({ write, answer }) => answer.said === 'not-applied' && write?.value !== undefined && seen.has(write.value))
    .map((operation) => `${show(operation)}: was seen, although it was said not to be applied`)
}

/**
 * Writes with an unknown outcome by record. A create has no id, so it may have created any record that no other write
 * created.
 */
function indexValues(history: readonly Operation[]): Map<number, Operation[]> {
  const open = history.filter(({ answer }) => answer.said === 'unknown')
  const creates = open.filter(({ write }) => write?.kind === 'create')
  const byId = Map.groupBy(open, ({ write }) => write?.id ?? 0)
  const ids = new Set(history.flatMap(idsOf))
  return new Map([...ids].map((id) => [id, [...(byId.get(id) ?? []), ...creates]]))
}

function idsOf({ id, write, answer }: Operation): number[] {
  const listed = answer.said === 'listed' ? [...answer.records.keys()] : []
  const made = answer.said === 'done' ? [answer.id] : []
  return [id, write?.id, ...made, ...listed].filter((one) => one !== undefined)
}
