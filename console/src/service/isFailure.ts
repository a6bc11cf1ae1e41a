import { TabulariumError } from '@tabularium/client'

/** Whether an error is a failure with this code. */
export function isFailure<const Code extends TabulariumError['code']>(
  error: unknown,
  code: Code,
): error is Extract<TabulariumError, { readonly code: Code }> {
  return error instanceof TabulariumError && error.code === code
}

/** Whether the service refused what a record has, with messages by field: its values, or because of other records. */
export function isRefused(error: unknown): error is TabulariumError {
  return (['invalid-record', 'not-unique', 'overlaps', 'limit-reached'] as const).some((code) => isFailure(error, code))
}

/** Whether nobody can say if a write was applied: its answer was lost. Sent again under its key, it is done once. */
export function isUnknown(error: unknown): error is TabulariumError {
  return error instanceof TabulariumError && error.outcome === 'unknown'
}

/** Whether the service could not be reached, or could not answer then. */
export function isAway(error: unknown): boolean {
  return isFailure(error, 'no-answer') || isFailure(error, 'unavailable')
}
