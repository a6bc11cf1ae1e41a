import type { Calls, SetId } from './Calls.ts'
import type { Preview } from './Preview.ts'
import { readRefusals } from './readRefusals.ts'
import { type Deed, type RecordName, valuesOf } from './Target.ts'

/** The keys of the rounds: a round that is sent again under its key is done once. */
export type KeyOf = (round: number) => string

/** What a round wrote: how many records, and under which change set. */
export interface RoundDone {
  readonly many: number
  readonly set: SetId
}

/** Writes what a preview showed, round by round. */
export async function* runRounds(
  { rounds }: Preview,
  deed: Deed,
  calls: Calls,
  keyOf: KeyOf,
): AsyncGenerator<RoundDone, void, undefined> {
  for (const [index, { writes, criteria }] of rounds.entries()) {
    const key = keyOf(index)
    if (deed.is === 'delete') yield await deleteRest(writes, calls, key)
    else if (criteria === undefined || deed.is === 'each')
      yield { many: writes.length, set: await calls.change(writes, valuesOf(deed), key) }
    else yield { many: writes.length, set: await calls.changeMatching(criteria, writes.length, deed.values, key) }
  }
}

/** Deletes records. Those that an earlier round has deleted along with others are left out. */
async function deleteRest(writes: readonly RecordName[], calls: Calls, key: string): Promise<RoundDone> {
  let rest = writes
  for (let tries = 0; rest.length > 0; tries += 1)
    try {
      const set = await calls.delete(rest, tries === 0 ? key : `${key}-${tries}`)
      return { many: rest.length, set }
    } catch (error) {
      if ((error as { code?: string }).code !== 'record-not-found') throw error
      const gone = readRefusals(error as Error)
      if (gone.size === 0) throw error
      rest = rest.filter((_, index) => !gone.has(index))
    }
  return { many: 0, set: undefined }
}
