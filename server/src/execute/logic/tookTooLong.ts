import { Failure } from '../../failure/failure.ts'
import type { LogicRun } from './runLogic.ts'

/** Returns the failure of logic whose time is up before its commit. To send it again would take as long again. */
export function tookTooLong(
  { kind, name, timeout }: Pick<LogicRun, 'kind' | 'name' | 'timeout'>,
  cause?: unknown,
): Failure {
  const what = `The ${kind} ${name} took longer than ${toText(timeout)}.`
  const advice = 'Nothing was written. Give it less to do at once, or declare a longer timeout.'
  const data = { outcome: 'not-applied' } as const
  return new Failure('unavailable', `${what} ${advice}`, { what, reason: 'deadline', retryAfter: 1, data, cause })
}

/** Whether something was not available because the time of the logic is up, and certainly nothing was written. */
export function isOutOfTime({ deadline }: Pick<LogicRun, 'deadline'>, error: unknown): boolean {
  if (!(error instanceof Failure) || deadline.at > performance.now()) return false
  return error.code === 'unavailable' && error.details.data?.['outcome'] === 'not-applied'
}

function toText(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000} s` : `${milliseconds} ms`
}
