import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailure } from '../CommandFailure.ts'
import type { ProjectFile } from './templateFiles.ts'

/** What may be in a folder that counts as empty: a repository is often made before the project. */
const ignored = ['.git', '.DS_Store']

/** Writes the files. Refuses a folder that is not empty, unless forced, and says what would be overwritten. */
export async function writeProject(
  folder: string,
  files: readonly ProjectFile[],
  { force, shown }: { readonly force: boolean; readonly shown: string },
): Promise<void> {
  const present = await listEntries(folder, shown)
  if (present.length > 0 && !force) throw await refusal(folder, files, shown)
  for (const { path, text } of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

async function listEntries(folder: string, shown: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !ignored.includes(name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code !== 'ENOTDIR') throw error
    throw new CommandFailure('usage', `${shown} is a file: name a folder.`, error)
  }
}

async function refusal(folder: string, files: readonly ProjectFile[], shown: string): Promise<CommandFailure> {
  const present = new Set((await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/')))
  const overwritten = files.map(({ path }) => path).filter((path) => present.has(path))
  const loss =
    overwritten.length === 0
      ? 'None of its files would be overwritten: add --force.'
      : `With --force these files would be overwritten: ${overwritten.join(', ')}.`
  return new CommandFailure('failure', `${shown} is not empty, so nothing was written. ${loss}`)
}
