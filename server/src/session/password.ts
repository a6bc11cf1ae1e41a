import { hash, verify } from '@node-rs/argon2'

/** argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const [fewest, most, mostBytes] = [12, 256, 1024]

/**
 * The hash of a password that nobody has, at the same cost as all others: verified against where the user is unknown, so that
 * the answer takes as long as for a wrong password.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$mUY12fuDcpLNLHhG6bwQdg$DDaGjXfK8898K3ORSP4pAzGbApeGB8HyLm31yC0mJZU'

/** A password that somebody chose, as it is hashed, or what is wrong with it. No rule asks for certain characters. */
export function readNewPassword(text: string): { readonly value: string } | { readonly fault: string } {
  const value = toPassword(text)
  if (value === undefined)
    return { fault: `must have at most ${mostBytes} bytes and be well-formed Unicode without NUL` }
  const length = Array.from(value).length
  if (length < fewest) return { fault: `must have at least ${fewest} characters, and has ${length}` }
  if (length > most) return { fault: `must have at most ${most} characters, and has ${length}` }
  return { value }
}

/**
 * A password in the one form that is hashed (the same letters can be written in several ways), or undefined where it cannot
 * be anybody's.
 */
function toPassword(text: string): string | undefined {
  if (text.length > mostBytes || !text.isWellFormed() || text.includes('\0')) return undefined
  const value = text.normalize('NFC')
  return Buffer.byteLength(value) > mostBytes ? undefined : value
}

/** The hash to keep, in the PHC string format with its salt. Takes some tens of milliseconds on another thread. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, cost)
}

/** Whether the text is the password that was hashed. One that is too long is never hashed, but takes as long as any other. */
export async function verifyPassword(hashed: string, text: string): Promise<boolean> {
  const password = toPassword(text)
  const right = await verify(hashed, password ?? '')
  return right && password !== undefined
}
