import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** A file of the console in memory, with the compressed forms that the build has made. */
export interface ConsoleFile {
  readonly type: string
  readonly etag: string
  /** Whether its name changes with its content, so that browsers can keep it. */
  readonly isHashed: boolean
  readonly plain: Buffer
  /** Absent if compression would not make it smaller. */
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** The files of the console by their paths, such as `/console/assets/index-3f2a.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

/** The path under which the console is served. */
export const consolePath = '/console/'
/** The path of the files whose names change with their content. */
export const assetsPath = `${consolePath}assets/`

/** The types of files that a console consists of. Other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Reads all files of a built console into memory, once. Requests look them up by their paths, so that no path of a
 * client reaches the disk. Undefined if there is no built console in the folder.
 */
export async function readConsoleFiles(folder: string): Promise<ConsoleFiles | undefined> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(ifMissing)
  const names = new Set(
    (entries ?? []).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])),
  )
  const files = await Promise.all(
    [...names].flatMap((name) => {
      const type = types[extname(name)]
      return type === undefined ? [] : [readConsoleFile(folder, name, type, names)]
    }),
  )
  const byPath = new Map(files)
  return byPath.has(`${consolePath}index.html`) ? byPath : undefined
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

async function readConsoleFile(
  folder: string,
  name: string,
  type: string,
  names: ReadonlySet<string>,
): Promise<[string, ConsoleFile]> {
  const path = `${consolePath}${relative(folder, name).split(sep).join('/')}`
  const read = (file: string) => (names.has(file) ? readFile(file) : undefined)
  const [plain, br, gzip] = await Promise.all([readFile(name), read(`${name}.br`), read(`${name}.gz`)])
  const file = toConsoleFile(plain, type, path.startsWith(assetsPath))
  return [path, { ...file, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) }]
}

/** A file of the console from its bytes. */
export function toConsoleFile(plain: Buffer, type: string, isHashed: boolean): ConsoleFile {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type, etag, isHashed, plain }
}
