import { type ConsoleFile, type ConsoleFiles, consolePath, toConsoleFile } from './ConsoleFiles.ts'

/** The page says that it is the demo's, and which records come first, so that the console need not ask. */
export function markDemo(files: ConsoleFiles, model: string): ConsoleFiles {
  const path = `${consolePath}index.html`
  const page = files.get(path)
  return page ? new Map([...files, [path, withMark(page, model)]]) : files
}

/** Names of models consist of letters, digits and dots, so that nothing needs quoting. */
function withMark({ plain, isHashed, type }: ConsoleFile, model: string): ConsoleFile {
  const mark = `<meta name="tabularium-demo" content="${model}" />`
  return toConsoleFile(Buffer.from(plain.toString().replace('<head>', `<head>${mark}`)), type, isHashed)
}
