import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Calls } from '../change/Calls.ts'
import { addRound, emptyPreview, type Preview } from '../change/Preview.ts'
import { previewTarget, type Reasons } from '../change/previewTarget.ts'
import { type KeyOf, runRounds } from '../change/runRounds.ts'
import { type Deed, sizeOf, type Target } from '../change/Target.ts'
import { keys } from './keys.ts'

/** Something that takes several calls, and can be stopped between them. */
interface InRounds {
  readonly deed: Deed
  readonly isStopped: () => boolean
}

/** Tries a bulk change round by round, and says what is known after each. */
export interface Trying extends InRounds {
  readonly target: Target
  readonly size: number
  readonly reasons: Reasons
  readonly onRound: (preview: Preview) => void
}

/** Tries a bulk change: nothing is written. */
export function useTryBulk(calls: Calls) {
  return useMutation<Preview, Error, Trying>({
    mutationFn: async ({ target, deed, size, reasons, onRound, isStopped }) => {
      let preview = emptyPreview(sizeOf(target))
      for await (const round of previewTarget(target, deed, { calls, size, reasons })) {
        preview = addRound(preview, round)
        onRound(preview)
        if (isStopped()) break
      }
      return preview
    },
  })
}

/** Writes what a preview showed; `onRound` is told how many records were written so far. */
export interface Running extends InRounds {
  readonly preview: Preview
  readonly keyOf: KeyOf
  readonly onRound: (done: number) => void
}

/** What a bulk change wrote: how many records, and the change sets by which it can be undone. */
export interface Ran {
  readonly many: number
  readonly sets: readonly number[]
}

/** Carries a bulk change out. What any list shows may be old then. */
export function useRunBulk(calls: Calls) {
  const client = useQueryClient()
  return useMutation<Ran, Error, Running>({
    mutationFn: async ({ preview, deed, keyOf, onRound, isStopped }) => {
      let done = 0
      const sets: number[] = []
      for await (const { many, set } of runRounds(preview, deed, calls, keyOf)) {
        done += many
        if (set !== undefined) sets.push(set)
        onRound(done)
        if (isStopped()) break
      }
      return { many: done, sets }
    },
    onSettled: () =>
      Promise.all([keys.records, keys.changes].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Something that is asked for by a button, whose failure is told like that of any request. */
export function useTask(run: () => Promise<void>) {
  return useMutation({ mutationFn: run })
}
