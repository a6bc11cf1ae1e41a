import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { toPassword } from './passwordRules.ts'

/** argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a password that nobody has, at the same cost as all others: verified against where the user is unknown,
 * so that the answer takes as long as for a wrong password.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$mUY12fuDcpLNLHhG6bwQdg$DDaGjXfK8898K3ORSP4pAzGbApeGB8HyLm31yC0mJZU'

/**
 * The hash to keep, in the PHC string format with its salt. Takes some tens of milliseconds on another thread. Ask
 * `findPasswordFault` first.
 */
export async function hashPassword(text: string): Promise<string> {
  const password = toPassword(text)
  if (password === undefined) throw new TypeError('This cannot be a password: ask findPasswordFault first.')
  return await hash(password, cost)
}

/** Whether the text is the password that was hashed. What cannot be anybody's is refused and never hashed. */
export async function verifyPassword(hashed: string, text: string): Promise<boolean> {
  const password = toPassword(text)
  return password !== undefined && (await verify(hashed, password))
}

/**
 * A digest in hex of a text that may have a password in it, at the cost of a password. The same text and salt give the
 * same.
 */
export async function digestSlowly(text: string, salt: string): Promise<string> {
  const digest = await hashRaw(text, { ...cost, salt: createHash('sha256').update(salt).digest() })
  return digest.toString('hex')
}
