import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the demo made up on its first run and must know again on the next. */
export interface Secrets {
  readonly adminPassword: string
  readonly databasePassword: string
}

/** The secrets of an earlier run; undefined where there was none. */
export async function findSecrets(folder: string): Promise<Secrets | undefined> {
  const known = await readFile(fileIn(folder), 'utf8').catch(() => undefined)
  return known === undefined ? undefined : (JSON.parse(known) as Secrets)
}

/** New secrets, kept in a file that only its owner reads. */
export async function createSecrets(folder: string, randomBytes: (count: number) => Buffer): Promise<Secrets> {
  const secrets = { adminPassword: toPassword(randomBytes(16)), databasePassword: randomBytes(24).toString('hex') }
  await writeFile(fileIn(folder), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

function fileIn(folder: string): string {
  return join(folder, 'secrets.json')
}

/** Letters that are not mistaken for one another when read aloud or typed. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four, about 79 bits. */
function toPassword(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
