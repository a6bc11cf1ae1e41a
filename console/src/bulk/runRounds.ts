import type { Calls, SetId } from './Calls.ts'
import type { Preview } from './Preview.ts'
import { readRefusals } from './readRefusals.ts'
import { type BulkOperation, type RecordName, valuesOf } from './Target.ts'

/** The keys of the rounds: a round that is sent again under its key is done once. */
export type KeyOf = (round: number) => string

/** What a round wrote: the ids of its records, and its change set. */
export interface RoundDone {
  readonly written: readonly number[]
  readonly set: SetId
}

/** What rounds wrote: the ids of their records, and the change sets by which they can be undone. */
export interface Ran {
  readonly written: readonly number[]
  readonly sets: readonly number[]
}

/** Runs rounds until they end or somebody stops them, and returns what was written until then. */
export async function runUntilStopped(
  rounds: AsyncIterable<RoundDone>,
  onRound: (ran: Ran) => void,
  isStopped: () => boolean,
): Promise<Ran> {
  let ran: Ran = { written: [], sets: [] }
  for await (const { written, set } of rounds) {
    ran = { written: [...ran.written, ...written], sets: set === undefined ? ran.sets : [...ran.sets, set] }
    onRound(ran)
    if (isStopped()) break
  }
  return ran
}

/** Writes what a preview showed, round by round. */
export async function* runRounds(
  { rounds }: Preview,
  operation: BulkOperation,
  calls: Calls,
  keyOf: KeyOf,
): AsyncGenerator<RoundDone, void, undefined> {
  for (const [index, { writes, criteria }] of rounds.entries()) {
    const key = keyOf(index)
    if (operation.is === 'delete') yield await deleteRest(writes, calls, key)
    else if (criteria === undefined || operation.is === 'each')
      yield { written: idsOf(writes), set: await calls.change(writes, valuesOf(operation), key) }
    else
      yield { written: idsOf(writes), set: await calls.changeMatching(criteria, writes.length, operation.values, key) }
  }
}

/** Deletes records. Those that an earlier round has deleted along with others are left out. */
async function deleteRest(writes: readonly RecordName[], calls: Calls, key: string): Promise<RoundDone> {
  let rest = writes
  for (let tries = 0; rest.length > 0; tries += 1)
    try {
      const set = await calls.delete(rest, tries === 0 ? key : `${key}-${tries}`)
      return { written: idsOf(rest), set }
    } catch (error) {
      if ((error as { code?: string }).code !== 'record-not-found') throw error
      const gone = readRefusals(error as Error)
      if (gone.size === 0) throw error
      rest = rest.filter((_, index) => !gone.has(index))
    }
  return { written: [], set: undefined }
}

function idsOf(records: readonly RecordName[]): number[] {
  return records.map(({ id }) => id)
}
