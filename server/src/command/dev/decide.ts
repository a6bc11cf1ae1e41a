import type { Step } from '../../schema/Step.ts'
import type { Task } from './Task.ts'

/** What happens with a plan. */
export interface Decision {
  /** The steps that are not run: they lose data or cannot be done. */
  readonly pending: readonly Step[]
  /** Why nothing is run; undefined if the other steps are. */
  readonly held?: 'required' | 'rename'
}

/**
 * Decides which steps of a plan are run. Steps that lose data never are, unless the user said so. If the models cannot
 * be served without them, or if they look like a rename, nothing is run.
 */
export function decide(
  steps: readonly Step[],
  { answer, known, agreed }: Pick<Task, 'answer' | 'known' | 'agreed'>,
): Decision {
  const pending = steps.filter(isPending)
  // The models may have changed after the answer: what nobody has seen is asked about.
  const isAgreed = agreed === 'all' || pending.every(({ title }) => agreed.includes(title))
  if (answer === 'apply' && isAgreed) return { pending: [] }
  if (pending.some(({ required }) => required)) return { pending, held: 'required' }
  const fresh = pending.filter(({ title }) => !known.includes(title))
  return answer !== 'keep' && fresh.some((step) => looksRenamed(step, steps))
    ? { pending, held: 'rename' }
    : { pending }
}

/** Whether a step is not run by itself. */
export function isPending({ loses, blocked }: Step): boolean {
  return loses !== undefined || blocked !== undefined
}

/** Whether something is created where a step drops the same kind of thing: a column of the table, or a table. */
function looksRenamed({ affects }: Step, steps: readonly Step[]): boolean {
  if (!affects) return false
  const created = steps.flatMap(({ creates }) => creates ?? [])
  if (affects.whole) return created.some(({ column }) => column === undefined)
  return created.some(({ table, column }) => column !== undefined && table === affects.table)
}
