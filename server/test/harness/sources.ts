import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** A file of `server/src` that is no test. */
export interface Source {
  readonly path: string
  readonly text: string
  /** Its text without comments. */
  readonly code: string
}

/** The folder of the sources. */
export const root = join(import.meta.dirname, '../../src')

/** All sources of the server. */
export const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path): Source => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') }
  })

/** The module of a file: a folder of `src`, or a file directly in it. */
export function moduleOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** What a file imports: paths of other source files, and names of packages. */
export function importsOf({ path, code }: Source): { inside: string[]; outside: string[] } {
  const imports = /^(?:import|export)\b[^'`]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm
  const targets = Array.from(code.matchAll(imports), ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
  return {
    inside: targets
      .filter((target) => target.startsWith('.') && target.endsWith('.ts'))
      .map((target) => relative(root, normalize(join(root, dirname(path), target)))),
    outside: targets.filter((target) => !target.startsWith('.') && !target.startsWith('node:')),
  }
}

/** The files whose code has a pattern. */
export function filesWith(pattern: RegExp, except: readonly string[] = []): string[] {
  return sources.filter(({ path, code }) => pattern.test(code) && !except.includes(path)).map(({ path }) => path)
}
