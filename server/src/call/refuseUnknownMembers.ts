import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'

/** Refuses members that are not known. They are never ignored. */
export function refuseUnknownMembers(sent: object, what: string, members: readonly string[]): void {
  const unknown = Object.keys(sent).find((member) => !members.includes(member))
  if (unknown === undefined) return
  const suggestion = didYouMean(unknown, members)
  throw new Failure(
    'invalid-parameter',
    `${what} has no member "${unknown.slice(0, 100)}".${suggestion} It has ${members.join(', ')}.`,
  )
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
