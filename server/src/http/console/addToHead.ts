import { type ConsoleFile, type ConsoleFiles, consolePath, toConsoleFile } from './ConsoleFiles.ts'

/** Adds elements to the head of the console's page. */
export function addToHead(files: ConsoleFiles, elements: string): ConsoleFiles {
  const path = `${consolePath}index.html`
  const page = files.get(path)
  return page ? new Map([...files, [path, withElements(page, elements)]]) : files
}

function withElements({ plain, isHashed, type }: ConsoleFile, elements: string): ConsoleFile {
  return toConsoleFile(Buffer.from(plain.toString().replace('<head>', () => `<head>${elements}`)), type, isHashed)
}
