const usernamePattern = /^[a-z0-9][a-z0-9._@+-]{0,99}$/

/** Parses a username into its stored form: lower-case ASCII only, so that no two names look alike. */
export function parseUsername(text: string): { readonly value: string } | { readonly fault: string } {
  const value = foldUsername(text)
  if (usernamePattern.test(value)) return { value }
  return { fault: 'must be 1 to 100 of the letters a-z, digits and . _ @ + -, and begin with a letter or a digit' }
}

/** Folds ASCII capitals only: Unicode's folding would make other names equal. */
export function foldUsername(text: string): string {
  return text.replace(/[A-Z]/g, (capital) => capital.toLowerCase())
}
