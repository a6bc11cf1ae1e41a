import type { Input } from '../field/FieldKind.ts'

/** What was pasted into a cell and does not fit there: it stays in the cell until somebody types something else. */
export interface Misfit {
  readonly pasted: string
  readonly fault: string
}

/** An input that holds what was pasted, and why it does not fit. */
export function toMisfit(pasted: string, fault: string): Input {
  return { pasted, fault }
}

/** What was pasted and does not fit, if an input holds that. */
export function misfitOf(input: Input | undefined): Misfit | undefined {
  if (typeof input !== 'object' || input === null || !('pasted' in input) || !('fault' in input)) return undefined
  const { pasted, fault } = input
  return typeof pasted === 'string' && typeof fault === 'string' ? { pasted, fault } : undefined
}
