import { readFile } from 'node:fs/promises'
import { type CommonPasswords, foldPassword } from './passwordRules.ts'

/** Reads the list of common passwords that is part of this package. */
export async function readCommonPasswords(): Promise<CommonPasswords> {
  const text = await readFile(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Set(lines.map(foldPassword))
}
