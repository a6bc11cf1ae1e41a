import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '../Context.ts'

/** The folders of the package @tabularium/demo: next to this package, and in the working folder. */
export function listInstalled({ folder }: Pick<Context, 'folder'>): string[] {
  const found = [import.meta.url, pathToFileURL(join(folder, 'package.json'))].map(tryResolve)
  return [...new Set(found)].filter((path) => path !== undefined)
}

function tryResolve(from: string | URL): string | undefined {
  try {
    return dirname(createRequire(from).resolve('@tabularium/demo/package.json'))
  } catch {
    return undefined
  }
}
