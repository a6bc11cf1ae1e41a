import { fileURLToPath } from 'node:url'

/** Where an error was found. */
export interface Location {
  readonly file: string
  readonly line: number
}

/** The first line of a stack that names a file: as an address, or as a path in a folder without package.json. */
const stackLine = /^(?:.*\(|\s*at (?:async )?)?(file:\/\/\S+?|\/[^\n(]+?):(\d+)(?::\d+)?\)?$/m

/** The first file that an error names: where the syntax is wrong, or whose code threw. */
export function findLocation(error: unknown): Location | undefined {
  const [, file, line] = stackLine.exec(error instanceof Error ? (error.stack ?? '') : '') ?? []
  if (file === undefined) return undefined
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line: Number(line) }
}

/** What is wrong with a file that can't be imported, and what to do if the project around it is the reason. */
export function explainLoading(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.startsWith("Cannot find package 'tabularium'"))
    return `${message}. Run npm install tabularium in the folder of your project`
  if (/Cannot use import statement outside a module|Unexpected token 'export'/.test(message))
    return `${message}. Run npm pkg set type=module in the folder of your project`
  return message
}

/** An import of a file that does not exist. */
export interface MissingImport {
  readonly importer: string
  readonly target: string
}

/** The import of a file that failed, if an error is about one: also that of a file which was imported itself. */
export function findImport(error: unknown): MissingImport | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined
  const [, target, importer] = /^Cannot find module '(.+)' imported from (.+)$/.exec(error.message) ?? []
  return target === undefined || importer === undefined ? undefined : { importer, target }
}
