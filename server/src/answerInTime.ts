import { isWrite, type Operation } from './call/Request.ts'
import type { Deadline } from './deadline.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { type Failure, unavailable } from './failure.ts'

/** Answers a request before its deadline, which is handed to all work for it. */
export type AnswerInTime = (
  operation: Operation,
  answer: (deadline: Deadline) => Promise<Envelope>,
) => Promise<Envelope>

interface Pending {
  readonly operation: Operation
  readonly deadline: Deadline
  reject(failure: Failure): void
}

/** How often deadlines are checked, in milliseconds. */
const interval = 50

/**
 * Creates a function that answers requests within `timeout` milliseconds, whatever they wait for. All work for a
 * request knows its deadline: work that is still queued then is not started, and nothing waits for a statement under
 * way. One timer serves all requests, because a timer for each would cost a tenth of a read.
 */
export function createAnswerInTime(timeout: number): AnswerInTime {
  // The oldest first, since all have the same timeout.
  const pending = new Set<Pending>()
  let timer: NodeJS.Timeout | undefined
  const rejectLate = () => {
    const now = performance.now()
    for (const late of pending) {
      if (late.deadline.at > now) break
      pending.delete(late)
      late.reject(toFailure(late.operation, late.deadline))
    }
    if (pending.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return (operation, answer) =>
    new Promise((resolve, reject) => {
      const own = { operation, deadline: { at: performance.now() + timeout, mayBeWritten: false }, reject }
      pending.add(own)
      timer ??= setInterval(rejectLate, interval)
      answer(own.deadline).then(
        (answered) => {
          pending.delete(own)
          resolve(answered)
        },
        (error: unknown) => {
          pending.delete(own)
          reject(error)
        },
      )
    })
}

function toFailure(operation: Operation, { mayBeWritten }: Deadline): Failure {
  const outcome = mayBeWritten ? 'unknown' : 'not-applied'
  return unavailable('The request could not be answered in time.', {
    reason: 'deadline',
    ...(isWrite[operation] ? { outcome } : {}),
  })
}
