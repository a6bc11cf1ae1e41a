import { Failure } from '../../failure.ts'
import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'

/** One record of a write of many, and where it stands in the request: `1.contacts.0.`. */
export interface WriteItem {
  readonly plan: CreatePlan | UpdatePlan
  readonly prefix: string
}

/** A failure of one record, told with its place in the request. */
export function atPlace(error: unknown, prefix: string): unknown {
  if (!(error instanceof Failure) || prefix === '') return error
  const { errors, data, ...details } = error.details
  const [, index] = /^(\d+)\./.exec(prefix) ?? []
  const placed =
    errors && Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${prefix}${field}`, message]))
  return new Failure(error.code, error.message, {
    ...details,
    data: { ...data, place: prefix.slice(0, -1), ...(index === undefined ? {} : { index: Number(index) }) },
    ...(placed ? { errors: placed } : {}),
  })
}
