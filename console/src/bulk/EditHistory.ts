import type { PendingEdits } from './PendingEdits.ts'

/** The edits before each of the last steps, and those that were taken back, the next one last. */
export interface EditHistory {
  readonly past: readonly PendingEdits[]
  readonly future: readonly PendingEdits[]
}

/** No steps. */
export const noHistory: EditHistory = { past: [], future: [] }

/** How many steps back one can go. */
const most = 100

/** A history with one more step. */
export function addStep({ past }: EditHistory, before: PendingEdits): EditHistory {
  return { past: [...past, before].slice(-most), future: [] }
}

/** One step back or forth from the edits of now; undefined where there is none. */
export function stepTo(
  { past, future }: EditHistory,
  now: PendingEdits,
  way: 'back' | 'forth',
): { readonly history: EditHistory; readonly edits: PendingEdits } | undefined {
  const [from, to] = way === 'back' ? [past, future] : [future, past]
  const edits = from.at(-1)
  if (!edits) return undefined
  const [left, others] = [from.slice(0, -1), [...to, now]]
  return { edits, history: way === 'back' ? { past: left, future: others } : { past: others, future: left } }
}
