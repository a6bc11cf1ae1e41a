import { isWrite, type Operation } from './call/Request.ts'
import type { Deadline } from './deadline.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { type Failure, unavailable } from './failure.ts'

/**
 * Answers a request within `timeout` milliseconds, whatever it waits for. All its work knows the deadline: work that is
 * still queued then is not started, and nothing waits for a statement under way.
 */
export function answerInTime(
  operation: Operation,
  timeout: number,
  answer: (deadline: Deadline) => Promise<Envelope>,
): Promise<Envelope> {
  const deadline: Deadline = { at: performance.now() + timeout, mayBeWritten: false }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(toFailure(operation, deadline)), timeout)
    answer(deadline).then(
      (answered) => {
        clearTimeout(timer)
        resolve(answered)
      },
      (error: unknown) => {
        clearTimeout(timer)
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
