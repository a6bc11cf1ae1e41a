import { isWrite, type Operation } from './call/Request.ts'
import type { Deadline } from './deadline.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { type Failure, unavailable } from './failure.ts'

/**
 * Answers a request, at the latest after `timeout` milliseconds, whatever it waits for. All that is done for it knows its deadline:
 * what still waits in a queue then is not begun, and a statement under way is not waited for.
 */
export function answerInTime(
  operation: Operation,
  timeout: number,
  answer: (deadline: Deadline) => Promise<Envelope>,
): Promise<Envelope> {
  const deadline: Deadline = { at: performance.now() + timeout, mayBeWritten: false }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(toLate(operation, deadline)), timeout)
    answer(deadline)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

function toLate(operation: Operation, { mayBeWritten }: Deadline): Failure {
  const outcome = mayBeWritten ? 'unknown' : 'not-applied'
  return unavailable('The request could not be answered in time.', {
    reason: 'deadline',
    ...(isWrite[operation] ? { outcome } : {}),
  })
}
