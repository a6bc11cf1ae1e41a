/** Passwords that many people choose, folded, as `readCommonPasswords` gives them. */
export type CommonPasswords = ReadonlySet<string>

/** How long a password may be, in characters and in bytes. */
export const passwordLimits = { fewest: 12, most: 256, mostBytes: 1_024 }

const { fewest, most, mostBytes } = passwordLimits

/**
 * What is wrong with a password that somebody chose, to be put behind "The password"; undefined where nothing is.
 * Length is what counts: no rule asks for certain characters, since such rules make passwords alike.
 */
export function findPasswordFault(text: string, username: string, common: CommonPasswords): string | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return 'must be well-formed Unicode without NUL: type it anew'
  const password = toPassword(text)
  if (password === undefined) return `must have at most ${most} characters and ${mostBytes} bytes: shorten it`
  const length = Array.from(password).length
  if (length < fewest) return `must have at least ${fewest} characters, and has ${length}: add a word or two`
  if (/^[\p{Z}\p{C}]*$/u.test(password)) return 'must have letters, digits or signs, and not spaces alone: type it anew'
  const folded = foldPassword(password)
  if (folded === foldPassword(username)) return 'must not be the username: choose another'
  if (common.has(folded)) return 'is a common one, which is tried first: choose another, such as a few words together'
  return undefined
}

/**
 * A password in the one form that is hashed, since the same letters can be written in several ways; undefined where it
 * cannot be anybody's.
 */
export function toPassword(text: string): string | undefined {
  if (text.length > mostBytes || !text.isWellFormed() || text.includes('\0')) return undefined
  const password = text.normalize('NFC')
  return Buffer.byteLength(password) > mostBytes || Array.from(password).length > most ? undefined : password
}

/** Capital and wide letters do not make a common password less common. */
export function foldPassword(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
