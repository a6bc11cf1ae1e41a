// The sessions of the bench have tokens that can be told from their number: any side can act as any of them.

export const tokenPrefix = 'the-bench-needs-no-secrets-'
/** With the prefix 43 characters, as many as every token has. */
export const tokenWidth = 43 - tokenPrefix.length

/** The token of a session by its number, from 1 on. */
export function tokenOf(number: number): string {
  return `${tokenPrefix}${String(number).padStart(tokenWidth, '0')}`
}
