import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { toPassword } from './passwordRules.ts'

/** argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a password that no user has, at the same cost as all others. It is verified if the user is unknown, so
 * that the response takes as long as for a wrong password.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$mUY12fuDcpLNLHhG6bwQdg$DDaGjXfK8898K3ORSP4pAzGbApeGB8HyLm31yC0mJZU'

/**
 * Returns the hash to store, in the PHC string format with its salt. Takes some tens of milliseconds on another thread.
 * Call `findPasswordFault` first.
 */
export async function hashPassword(text: string): Promise<string> {
  const password = toPassword(text)
  if (password === undefined) throw new TypeError('This cannot be a password: call findPasswordFault first.')
  return await hash(password, cost)
}

/**
 * Whether the text is the password that was hashed. A text that cannot be a password is rejected without hashing. Of
 * what is no hash, no text is the password, which takes as long to find out.
 */
export async function verifyPassword(hashed: string, text: string): Promise<boolean> {
  const password = toPassword(text)
  if (password === undefined) return false
  try {
    return await verify(hashed, password)
  } catch {
    await verify(dummyHash, password)
    return false
  }
}

/**
 * Returns a digest in hex of a text that may contain a password, at the cost of a password hash. The same text and salt
 * give the same digest.
 */
export async function digestSlowly(text: string, salt: string): Promise<string> {
  const digest = await hashRaw(text, { ...cost, salt: createHash('sha256').update(salt).digest() })
  return digest.toString('hex')
}
