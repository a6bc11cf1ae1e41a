import type { HealthChecks } from '../health/openHealth.ts'
import type { PrimaryProcess, Topic } from './WorkerProcess.ts'

/**
 * Reports to the primary that this worker serves, and answers its questions. Returns a signal that is aborted when the
 * worker must end: because the primary asks for it, or because the primary has ended and no more connections arrive.
 */
export function reportToPrimary(primary: PrimaryProcess, url: string, checks: HealthChecks): AbortSignal {
  const controller = new AbortController()
  primary.onMessage((message) => {
    if ('drain' in message) return controller.abort('the primary')
    const answer = ask(message.ask, checks)
    // Null means that the worker is ready; JSON has no undefined.
    answer.then(
      (found) => primary.send({ answer: found ?? null, number: message.number }),
      () => primary.send({ answer: message.ask === 'readiness' ? 'The check failed.' : null, number: message.number }),
    )
  })
  primary.onGone(() => controller.abort('the primary is gone'))
  primary.send({ serving: url })
  return controller.signal
}

function ask(topic: Topic, checks: HealthChecks): Promise<unknown> {
  if (topic === 'status') return checks.findStatus()
  return topic === 'metrics' ? checks.findMetrics() : checks.checkReadiness()
}
