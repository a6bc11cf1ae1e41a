import { didYouMean } from '../text/didYouMean.ts'
import { defaultLimit } from './parameter/limits.ts'
import { invalid } from './parseParameters.ts'

// The members of a body that describes a search or an aggregate.

/** Refuses members that are not known. They are never ignored. */
export function refuseUnknownMembers(sent: object, what: string, members: readonly string[]): void {
  const unknown = Object.keys(sent).find((member) => !members.includes(member))
  if (unknown === undefined) return
  const suggestion = didYouMean(unknown, members)
  throw invalid(`${what} has no member "${unknown.slice(0, 100)}".${suggestion} It has ${members.join(', ')}.`)
}

/** The offset and the limit of a page. A limit above the maximum is refused and not reduced. */
export function parsePageMembers(
  { offset, limit }: { offset?: unknown; limit?: unknown },
  maxLimit: number,
): { offset: number; limit: number } {
  return {
    offset: parseNumber('offset', offset, Number.MAX_SAFE_INTEGER) ?? 0,
    limit: parseNumber('limit', limit, maxLimit) ?? Math.min(defaultLimit, maxLimit),
  }
}

/** An array of names. */
export function parseNames(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw invalid(`The member ${name} must be an array of field names.`)
}

/** The words to search for. */
export function parseQ(q: unknown): { q?: string } {
  if (q === undefined) return {}
  if (typeof q !== 'string') throw invalid('The member q must be text.')
  return { q }
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseNumber(name: string, value: unknown, max: number): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid(`The member ${name} must be a whole number from 0 on.`)
  if (value > max) throw invalid(`The member ${name} must be at most ${max}.`)
  return value
}
