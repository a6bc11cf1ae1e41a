import type { HealthChecks } from '../http/openHealth.ts'
import type { PrimaryProcess } from './WorkerProcess.ts'

/**
 * Tells the primary that this worker serves, and answers what it asks. Gives a signal that is aborted when the worker
 * shall end: because the primary says so, or because it is gone and nobody hands over connections any more.
 */
export function reportToPrimary(primary: PrimaryProcess, url: string, checks: HealthChecks): AbortSignal {
  const controller = new AbortController()
  primary.onMessage((message) => {
    if ('drain' in message) return controller.abort('the primary')
    const answer = message.ask === 'status' ? checks.findStatus() : checks.findObstacle()
    // Null says that nothing is in the way; JSON has no undefined.
    answer.then(
      (found) => primary.send({ answer: found ?? null, number: message.number }),
      () => primary.send({ answer: message.ask === 'status' ? null : 'The check failed.', number: message.number }),
    )
  })
  primary.onGone(() => controller.abort('the primary is gone'))
  primary.send({ serving: url })
  return controller.signal
}
