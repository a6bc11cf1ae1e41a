import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MailFiles } from '../../logic/toLogic.ts'

const nameAndLanguage = /^(.+)\.([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.txt$/

/** Reads the texts of mails that are files of a folder: `<name>.<language>.txt`. There may be no such folder. */
export async function readMailFiles(folder: string): Promise<MailFiles> {
  const files = await readdir(folder).catch(() => [])
  const texts = new Map<string, Map<string, string>>()
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const [, name = '', language = ''] = nameAndLanguage.exec(file) ?? []
    if (name === '') continue
    const ofName = texts.get(name) ?? new Map<string, string>()
    texts.set(name, ofName.set(language, await readFile(join(folder, file), 'utf8')))
  }
  return texts
}

/** Reads the texts of the mails of the service itself that are part of this package. */
export function readOwnMailFiles(): Promise<MailFiles> {
  return readMailFiles(fileURLToPath(new URL('./texts/', import.meta.url)))
}
