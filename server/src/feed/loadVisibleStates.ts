import { requireAt } from '../failure/invariant.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'
import type { SeenState } from '../statement/seenStates.ts'
import type { PastRecord } from '../statement/renderPast.ts'
import type { Past, PlainRecord } from '../versions/Past.ts'
import { findEntryBefore, findStateAt, findStateBefore } from '../versions/stateAt.ts'
import { coerceOldValue } from '../execute/coerceOldValue.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { createdOf, updatedOf } from '../execute/readVersion.ts'
import { loadPasts } from './loadPasts.ts'

/** A state that a record had, and what the caller would have seen of it. */
export interface VisibleState extends SeenState {
  readonly state: PlainRecord
}

/** A record before or after a write: `none` if it did not exist, `unknown` if not enough of its past is known. */
export type RecordState = VisibleState | 'none' | 'unknown'

/** The record before a write and after it. */
export interface RecordStates {
  readonly before: RecordState
  readonly after: RecordState
}

/** How many records are looked at in one statement, and how many are a large page. */
const [recordsAtOnce, many] = [250, 32]

/**
 * Loads the records of changes as they were before and after, and what the caller would have seen of them. All of it is
 * work for the caller: it has the caller's share of the connections, and none is begun after the caller's deadline.
 */
export async function loadVisibleStates(
  entries: readonly JournaledChange[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Map<JournaledChange, RecordStates>> {
  const records = [...Map.groupBy(entries, keyOf).values()]
  const inTurn: InTurn = (work) => services.run.turns.run(authorization.userId, work)
  return records.length < many
    ? loadParts(records, authorization, services, inTurn)
    : inTurn(() => loadParts(records, authorization, services, (work) => work()))
}

/** Does some work in the turn of the caller. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

async function loadParts(
  records: readonly (readonly JournaledChange[])[],
  authorization: Authorization,
  services: ExecutionServices,
  inTurn: InTurn,
): Promise<Map<JournaledChange, RecordStates>> {
  const found = new Map<JournaledChange, RecordStates>()
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    const part = records.slice(from, from + recordsAtOnce)
    const pasts = await loadPasts(part, authorization, services, inTurn)
    const states = part.flatMap((ofRecord, index) => {
      const past = requireAt(pasts, index)
      return ofRecord.map((entry) => ({ entry, ...statesOf(entry, past) }))
    })
    const see = await evaluateStates(states, authorization, services)
    for (const { entry, before, after } of states) found.set(entry, { before: see(before), after: see(after) })
  }
  return found
}

function keyOf({ model, id }: JournaledChange): string {
  return `${model.name} ${id}`
}

/** A state of a record at a version, by the record's past. */
interface State {
  readonly entry: JournaledChange
  readonly past: Past
  readonly version: number
  readonly values: PlainRecord
}

/** The same before it is known whether the caller sees it. */
type FoundState = State | 'none' | 'unknown'

/** The states before and after a write. */
function statesOf(entry: JournaledChange, past: Past): { readonly before: FoundState; readonly after: FoundState } {
  const { version, operation } = entry
  const earlier = findEntryBefore(past, version)
  const isNew = operation === 'c' || (operation === 'r' && earlier?.operation === 'd')
  const at = (own: number, values: PlainRecord | undefined): FoundState =>
    values ? { entry, past, version: own, values } : 'unknown'
  return {
    before: isNew ? 'none' : at(earlier?.version ?? version - 1, findStateBefore(past, version)),
    after: operation === 'd' ? 'none' : at(version, findStateAt(past, version)),
  }
}

/** Evaluates the caller's rules on states. If the caller sees all records of a model, nothing needs to be asked. */
async function evaluateStates(
  pairs: readonly { readonly before: FoundState; readonly after: FoundState }[],
  authorization: Authorization,
  { run, models }: ExecutionServices,
): Promise<(state: FoundState) => RecordState> {
  // The state after a write is the one before the next: both are asked for once.
  const asked = new Map<string, PastRecord>()
  const textOf = ({ entry, version }: State) => `${keyOf(entry)} ${version}`
  const isPlain = ({ entry }: State) => authorization.rights.visibility.isPlain(entry.model)
  for (const state of pairs.flatMap(({ before, after }) => [before, after]))
    if (typeof state !== 'string' && !isPlain(state)) {
      const { model, id } = state.entry
      const { past, version, values: old } = state
      const values = journaledFields(model).map(
        (field) => coerceOldValue(field, old[field.name], model, models) ?? null,
      )
      const times = { ...createdOf(past), ...updatedOf(past, version) }
      asked.set(textOf(state), { authorization, model, id, version, ...times, values })
    }
  const answered = await run.seenStates([...asked.values()])
  const seen = new Map([...asked.keys()].map((key, index) => [key, requireAt(answered, index)]))
  return (state) => {
    if (typeof state === 'string') return state
    const own = isPlain(state) ? { isSeen: true, names: null } : seen.get(textOf(state))
    return { ...(own ?? { isSeen: false, names: null }), state: state.values }
  }
}
