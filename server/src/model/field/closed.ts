import type { Field } from './Field.ts'

/** Whether a field has one of a closed list of values: a board has a column for each. */
export function isClosed({ type }: Field): boolean {
  return ['choice', 'boolean', 'reference'].includes(type)
}
