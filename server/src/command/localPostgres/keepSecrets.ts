import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the secrets of an earlier run; undefined if there was none. */
export async function findSecrets(folder: string): Promise<Readonly<Record<string, string>> | undefined> {
  const known = await readFile(fileIn(folder), 'utf8').catch(() => undefined)
  return known === undefined ? undefined : (JSON.parse(known) as Record<string, string>)
}

/**
 * Returns the named secrets: those of an earlier run, and new ones for the names that are missing. All are stored in a
 * file that only its owner can read.
 */
export async function keepSecrets<Name extends string>(
  folder: string,
  makers: Readonly<Record<Name, () => string>>,
): Promise<Record<Name, string>> {
  const known = (await findSecrets(folder)) ?? {}
  const wanted = Object.entries<() => string>(makers).map(([name, make]) => [name, known[name] ?? make()])
  const secrets = Object.fromEntries(wanted) as Record<Name, string>
  if (Object.keys(secrets).some((name) => !(name in known)))
    await writeFile(fileIn(folder), `${JSON.stringify({ ...known, ...secrets }, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

function fileIn(folder: string): string {
  return join(folder, 'secrets.json')
}

/** Letters and digits that are not easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to type, made of 16 random bytes: four groups of four, about 79 bits. */
export function toPassword(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
