/** Passwords that many people choose, folded, as `readCommonPasswords` returns them. */
export type CommonPasswords = ReadonlySet<string>

/** The allowed length of a password, in characters and in bytes. */
export const passwordLimits = { minLength: 12, maxLength: 256, maxBytes: 1_024 }

const { minLength, maxLength, maxBytes } = passwordLimits

/**
 * Returns what is wrong with a new password, as a text that follows "The password"; undefined if it is accepted.
 * Length is what counts: no rule requires certain characters, because such rules make passwords alike.
 */
export function findPasswordFault(text: string, username: string, common: CommonPasswords): string | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return 'must be well-formed Unicode without NUL: type it again'
  const password = toPassword(text)
  if (password === undefined) return `must have at most ${maxLength} characters and ${maxBytes} bytes: shorten it`
  const length = Array.from(password).length
  if (length < minLength) return `must have at least ${minLength} characters, and has ${length}: add a word or two`
  if (/^[\p{Z}\p{C}]*$/u.test(password))
    return 'must have letters, digits or signs, and not spaces alone: choose another'
  const folded = foldPassword(password)
  if (folded === foldPassword(username)) return 'must not be the username: choose another'
  if (common.has(folded)) return 'is a common one, which is tried first: choose another, such as a few words together'
  return undefined
}

/**
 * Returns a password in the one form that is hashed, because Unicode can write the same letters in several ways;
 * undefined if the text cannot be a password.
 */
export function toPassword(text: string): string | undefined {
  if (text.length > maxBytes || !text.isWellFormed() || text.includes('\0')) return undefined
  const password = text.normalize('NFC')
  return Buffer.byteLength(password) > maxBytes || Array.from(password).length > maxLength ? undefined : password
}

/** Folds case and width: a common password with capital or wide letters is still common. */
export function foldPassword(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
