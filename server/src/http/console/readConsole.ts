import type { ConsoleExtension } from './ConsoleExtension.ts'
import { addToHead } from './addToHead.ts'
import { consoleFolder } from './consoleFolder.ts'
import { readConsoleFiles } from './ConsoleFiles.ts'

/** Reads the files of the console, with what an extension adds to its page. Undefined if it was not built. */
export async function readConsole({
  consoleFolder: folder = consoleFolder(),
  extension,
}: {
  readonly consoleFolder?: string
  readonly extension?: ConsoleExtension
}) {
  const files = await readConsoleFiles(folder)
  return files && extension ? addToHead(files, extension.head) : files
}
