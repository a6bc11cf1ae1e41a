// The tokens of the benchmark's sessions follow from their numbers, so any side can use any session.

export const tokenPrefix = 'the-bench-needs-no-secrets-'
/** With the prefix it has 43 characters, like every token. */
export const tokenWidth = 43 - tokenPrefix.length

/** The token of a session by its number, from 1 on. */
export function tokenOf(number: number): string {
  return `${tokenPrefix}${String(number).padStart(tokenWidth, '0')}`
}
