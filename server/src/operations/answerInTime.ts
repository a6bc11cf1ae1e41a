import type { Operation } from '../call/Operation.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { type Failure, unavailable } from '../failure/failure.ts'
import { TimeLimits } from '../request/TimeLimits.ts'

/** Answers a request before its deadline, which is handed to all work for it. It is later by what the client waits. */
export type AnswerInTime = (
  operation: Pick<Operation, 'writes'>,
  answer: (deadline: Deadline) => Promise<Envelope>,
  wait?: number,
) => Promise<Envelope>

/** How often deadlines are checked, in milliseconds. */
const interval = 50

/**
 * Creates a function that answers requests within `timeout` milliseconds, whatever they wait for. All work for a
 * request knows its deadline: work that is still queued then is not started, and nothing waits for a statement under
 * way. `toLate` makes the failure of a request that was not answered.
 */
export function createAnswerInTime(timeout: number, toLate = toFailure): AnswerInTime {
  const limits = new TimeLimits(interval)
  return (operation, answer, wait = 0) =>
    new Promise((resolve, reject) => {
      const limit = limits.start(timeout + wait, () => reject(toLate(operation, deadline)))
      const deadline = { at: limit.at, mayBeWritten: false }
      answer(deadline).then(
        (answered) => {
          limit.isOver = true
          resolve(answered)
        },
        (error: unknown) => {
          limit.isOver = true
          reject(error)
        },
      )
    })
}

function toFailure({ writes }: Pick<Operation, 'writes'>, { mayBeWritten }: Deadline): Failure {
  const outcome = mayBeWritten ? 'unknown' : 'not-applied'
  return unavailable('The request could not be answered in time.', {
    reason: 'deadline',
    ...(writes ? { outcome } : {}),
  })
}
