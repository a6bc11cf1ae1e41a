import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The passwords that the demo creates in its first run and uses again in the next ones. */
export interface Secrets {
  readonly adminPassword: string
  readonly salesPassword: string
  readonly readerPassword: string
  readonly warehousePassword: string
  readonly accountingPassword: string
  readonly databasePassword: string
}

/** Returns the secrets of an earlier run; undefined if there was none. An older version may not have stored all. */
export async function findSecrets(folder: string): Promise<Partial<Secrets> | undefined> {
  const known = await readFile(fileIn(folder), 'utf8').catch(() => undefined)
  return known === undefined ? undefined : (JSON.parse(known) as Partial<Secrets>)
}

/** Creates the missing secrets and stores all of them in a file that only its owner can read. */
export async function completeSecrets(
  folder: string,
  known: Partial<Secrets>,
  randomBytes: (count: number) => Buffer,
): Promise<Secrets> {
  const secrets = {
    adminPassword: known.adminPassword ?? toPassword(randomBytes(16)),
    salesPassword: known.salesPassword ?? toPassword(randomBytes(16)),
    readerPassword: known.readerPassword ?? toPassword(randomBytes(16)),
    warehousePassword: known.warehousePassword ?? toPassword(randomBytes(16)),
    accountingPassword: known.accountingPassword ?? toPassword(randomBytes(16)),
    databasePassword: known.databasePassword ?? randomBytes(24).toString('hex'),
  }
  const complete = Object.keys(secrets).every((name) => name in known)
  if (!complete) await writeFile(fileIn(folder), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

function fileIn(folder: string): string {
  return join(folder, 'secrets.json')
}

/** Letters and digits that are not easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four, about 79 bits. */
function toPassword(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
