import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailFiles } from '../logic/toLogic.ts'

/** The folder of the texts of mails, in the folder of the models. */
const mailFolder = 'mails'
const nameAndLanguage = /^(.+)\.([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.txt$/

/** Reads the texts of mails that are files: `mails/<name>.<language>.txt`. There may be no such folder. */
export async function loadMailFiles(folder: string): Promise<MailFiles> {
  const files = await readdir(join(folder, mailFolder)).catch(() => [])
  const texts = new Map<string, Map<string, string>>()
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const [, name = '', language = ''] = nameAndLanguage.exec(file) ?? []
    if (name === '') continue
    const ofName = texts.get(name) ?? new Map<string, string>()
    texts.set(name, ofName.set(language, await readFile(join(folder, mailFolder, file), 'utf8')))
  }
  return texts
}
