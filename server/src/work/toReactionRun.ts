import type { Reaction } from '../logic/Logic.ts'
import { type Cause, toReactionRequest } from './cause.ts'
import type { WorkRun } from './LogicRunner.ts'

/** The time for one page of events if the reaction does not say it, in milliseconds. */
const defaultTimeout = 30_000

/** One run of a reaction, for events with one cause. */
export function toReactionRun({ name, as, timeout = defaultTimeout, statements }: Reaction, cause: Cause): WorkRun {
  return {
    kind: 'reaction',
    name,
    actor: { as, user: null, key: null },
    requestId: toReactionRequest(name, cause),
    until: performance.now() + timeout,
    timeout,
    statements,
  }
}
