import type { Operation, Seen } from './History.ts'

/** An event of one record, with the earliest and the latest time at which it can have happened. */
export interface Event {
  readonly what: 'write' | 'look'
  /** The state that it created or saw: a version, or `gone`. */
  readonly version: number
  readonly value?: string | undefined
  readonly start: number
  readonly end: number
  readonly by: Operation
}

/** The state after a delete follows all versions. */
export const gone = Number.POSITIVE_INFINITY

/** A write with an unknown outcome: it may happen at any time after its start. */
export function isGuess({ end }: Event): boolean {
  return end === Infinity
}

/** The events of each record. */
export function toEvents(history: readonly Operation[]): Map<number, Event[]> {
  const events = [...history.flatMap(eventsOf), ...history.flatMap(toAbsences(history))]
  return new Map(
    [...Map.groupBy(events, ([id]) => id)].map(([id, ofRecord]) => [id, ofRecord.map(([, event]) => event)]),
  )
}

function eventsOf(operation: Operation): [id: number, event: Event][] {
  const { start, end, write, answer } = operation
  const id = write?.id ?? operation.id
  if (answer.said === 'listed') return [...answer.records].map(([one, seen]) => [one, toLook(operation, seen)])
  if (answer.said === 'done') {
    const state = { version: answer.seen?.version ?? gone, value: answer.seen?.value }
    return [[answer.id, { what: 'write', ...state, start, end, by: operation }]]
  }
  if (id === undefined) return []
  if (answer.said === 'shown') return [[id, toLook(operation, answer.seen)]]
  return answer.said === 'missing' ? [[id, toLook(operation, undefined)]] : []
}

function toLook(by: Operation, seen: Seen | undefined): Event {
  return { what: 'look', version: seen?.version ?? gone, value: seen?.value, start: by.start, end: by.end, by }
}

/** A list that lacks a record whose create had ended counts as a read of a deleted record. */
function toAbsences(history: readonly Operation[]) {
  const done = history.flatMap(({ write, answer, end }) =>
    write && answer.said === 'done' ? [{ ...write, id: answer.id, end }] : [],
  )
  const created = done.filter(({ kind }) => kind === 'create')
  const deleted = new Map(done.filter(({ kind }) => kind === 'delete').map(({ id, end }) => [id, end]))
  return (operation: Operation): [id: number, event: Event][] => {
    const { answer, start } = operation
    if (answer.said !== 'listed') return []
    return created
      .filter(({ id, end }) => end < start && !answer.records.has(id) && !((deleted.get(id) ?? Infinity) < start))
      .map(({ id }) => [id, toLook(operation, undefined)])
  }
}

/** An operation as one line for people. */
export function show({ client, write, id, answer, start, end }: Operation): string {
  const asked = write
    ? `${write.kind} ${write.id ?? ''}@${write.version ?? '-'} "${write.value ?? ''}"`
    : `look at ${id ?? 'all'}`
  const got =
    'seen' in answer && answer.seen ? `${answer.said} @${answer.seen.version} "${answer.seen.value}"` : answer.said
  return `client ${client} [${start.toFixed(1)}–${end.toFixed(1)}] ${asked} → ${got}`
}
