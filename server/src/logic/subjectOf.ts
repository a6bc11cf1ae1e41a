import type { Action } from './Logic.ts'

/** The field of the input that takes the records of `on`: a reference, or else links; undefined if there is none. */
export function subjectOf({ on, takes: { fields, relations } }: Pick<Action, 'on' | 'takes'>): string | undefined {
  if (on === undefined) return undefined
  const reference = fields.find((field) => field.type === 'reference' && field.target === on)
  return (reference ?? relations.find(({ type, target }) => type === 'links' && target === on))?.name
}
