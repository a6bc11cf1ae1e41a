import { consoleFolder } from './consoleFolder.ts'
import { readConsoleFiles } from './ConsoleFiles.ts'
import type { DemoConsole } from './DemoConsole.ts'
import { markDemo } from './markDemo.ts'

/** Reads the files of the console, with what that of the demo has. Undefined if it was not built. */
export async function readConsole({
  consoleFolder: folder = consoleFolder(),
  demo,
}: {
  readonly consoleFolder?: string
  readonly demo?: DemoConsole
}) {
  const files = await readConsoleFiles(folder)
  return files && demo ? markDemo(files, demo.model) : files
}
