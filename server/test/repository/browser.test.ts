import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** What a file imports when it runs: imports of types are gone by then. */
function importsOf(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8')
  const imports = /^(?:import|export) (?!type\b)[^'`]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm
  return Array.from(code.matchAll(imports), ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
}

/** The files that index.ts leads to, itself included. */
function reach(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const inside = importsOf(path).filter((target) => target.startsWith('.'))
  for (const target of inside) reach(relative(root, join(root, dirname(path), target)), found)
  return found
}

it('what models import runs in a browser: nothing of Node, and no other package', () => {
  const files = [...reach('index.ts')]
  expect(files).toContain('model/field/text.ts')
  expect(files.flatMap((path) => importsOf(path).filter((target) => !target.startsWith('.')))).toEqual([])
  const ofNode = /\b(?:process|Buffer|setImmediate|__dirname)\b[.(]/
  expect(files.filter((path) => ofNode.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
