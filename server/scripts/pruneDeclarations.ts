import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Removes the declaration files that the entries of the package do not lead to: nobody could import them. */
export function pruneDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>()
  for (const entry of entries) reach(join(folder, entry), reached)
  for (const path of globSync('**/*.d.ts', { cwd: folder }))
    if (!reached.has(join(folder, path))) rmSync(join(folder, path))
}

function reach(path: string, reached: Set<string>): void {
  if (reached.has(path)) return
  if (!existsSync(path)) throw new Error(`A declaration leads to ${path}, which was not built.`)
  reached.add(path)
  const imports = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.[jt]s['"]/g
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(imports))
    reach(join(dirname(path), `${target}.d.ts`), reached)
}
