import { didYouMean } from '../../text/didYouMean.ts'

/** A message for each member that a declaration has and should not have. */
export function unknownMembers(given: object, known: readonly string[], what: string): string[] {
  return Object.keys(given)
    .filter((member) => !known.includes(member))
    .map((member) => `${what} has no member "${member}".${didYouMean(member, known)}`)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}
