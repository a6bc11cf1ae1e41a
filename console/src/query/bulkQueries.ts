import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Calls } from '../bulk/Calls.ts'
import { addRound, emptyPreview, type Preview } from '../bulk/Preview.ts'
import { previewTarget, type Reasons } from '../bulk/previewTarget.ts'
import { type KeyOf, type Ran, runRounds, runUntilStopped } from '../bulk/runRounds.ts'
import { type BulkOperation, sizeOf, type Target } from '../bulk/Target.ts'
import { invalidateAll } from './queries.ts'

/** Something that takes several calls, and can be stopped between them. */
interface InRounds {
  readonly operation: BulkOperation
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
    mutationFn: async ({ target, operation, size, reasons, onRound, isStopped }) => {
      let preview = emptyPreview(sizeOf(target))
      for await (const round of previewTarget(target, operation, { calls, size, reasons })) {
        preview = addRound(preview, round)
        onRound(preview)
        if (isStopped()) break
      }
      return preview
    },
  })
}

/** Writes what a preview showed; `onRound` is told what was written so far. */
export interface Running extends InRounds {
  readonly preview: Preview
  readonly keyOf: KeyOf
  readonly onRound: (ran: Ran) => void
}

/**
 * Carries a bulk change out. What any list shows may be old then. `onDone` is called even if nobody looks at the change
 * any more: it goes on, and can be undone.
 */
export function useRunBulk(calls: Calls, onDone: (ran: Ran) => void) {
  const client = useQueryClient()
  return useMutation<Ran, Error, Running>({
    mutationFn: ({ preview, operation, keyOf, onRound, isStopped }) =>
      runUntilStopped(runRounds(preview, operation, calls, keyOf), onRound, isStopped),
    onSuccess: onDone,
    onSettled: () => void invalidateAll(client),
  })
}

/** Something that is asked for by a button, whose failure is told like that of any request. */
export function useTask<About = void>(run: (about: About) => Promise<void>) {
  return useMutation<void, Error, About>({ mutationFn: run })
}
