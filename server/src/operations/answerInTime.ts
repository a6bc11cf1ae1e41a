import type { Operation } from '../call/Operation.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { type Failure, unavailable } from '../failure/failure.ts'

/** Answers a request before its deadline, which is handed to all work for it. It is later by what the client waits. */
export type AnswerInTime = (
  operation: Pick<Operation, 'writes'>,
  answer: (deadline: Deadline) => Promise<Envelope>,
  wait?: number,
) => Promise<Envelope>

interface Pending {
  readonly operation: Pick<Operation, 'writes'>
  readonly deadline: Deadline
  isAnswered: boolean
  reject(failure: Failure): void
}

/** How often deadlines are checked, in milliseconds. */
const interval = 50

/**
 * Creates a function that answers requests within `timeout` milliseconds, whatever they wait for. All work for a
 * request knows its deadline: work that is still queued then is not started, and nothing waits for a statement under
 * way. One timer serves all requests, because a timer for each would cost a tenth of a read. `toLate` makes the failure
 * of a request that was not answered.
 */
export function createAnswerInTime(timeout: number, toLate = toFailure): AnswerInTime {
  // Requests that were answered are removed at the next check: that costs less than a set.
  let pending: Pending[] = []
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    const now = performance.now()
    const unanswered = pending.filter(({ isAnswered }) => !isAnswered)
    pending = unanswered.filter(({ deadline }) => deadline.at > now)
    for (const late of unanswered) if (late.deadline.at <= now) late.reject(toLate(late.operation, late.deadline))
    if (pending.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return (operation, answer, wait = 0) =>
    new Promise((resolve, reject) => {
      const deadline = { at: performance.now() + timeout + wait, mayBeWritten: false }
      const own: Pending = { operation, deadline, isAnswered: false, reject }
      pending.push(own)
      timer ??= setInterval(check, interval)
      answer(deadline).then(
        (answered) => {
          own.isAnswered = true
          resolve(answered)
        },
        (error: unknown) => {
          own.isAnswered = true
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
