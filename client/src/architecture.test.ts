import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
const all = globSync('{src,test,scripts}/**/*.ts', { cwd: root }).map(read)
const sources = all.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'))

/** What a file imports at run time, and for its types alone. */
function importsOf({ text }: { text: string }, typesOnly: boolean): string[] {
  const statements = Array.from(text.matchAll(/^(?:import|export) (type )?[^'`]*?from '([^']+)'/gm))
  return statements.filter(([, isType]) => (isType !== undefined) === typesOnly).map(([, , from]) => from ?? '')
}

describe('the sources of the client', () => {
  it('import nothing but each other at run time', () => {
    const foreign = sources.flatMap((file) => importsOf(file, false).filter((from) => !from.startsWith('.')))
    expect(foreign).toEqual([])
  })

  it('import no file of another folder, not even for types', () => {
    const outside = sources.flatMap((file) =>
      [...importsOf(file, false), ...importsOf(file, true)]
        .filter((from) => from.startsWith('.'))
        .map((from) => relative(root, join(root, dirname(file.path), from)))
        .filter((path) => !path.startsWith('src/')),
    )
    expect(outside).toEqual([])
  })

  it('have types that do nothing at run time', () => {
    const running = sources.filter(({ path }) => path.startsWith('src/types/'))
    expect(running.flatMap((file) => importsOf(file, false))).toEqual([])
    expect(running.filter(({ text }) => /^export (const|function|class)/m.test(text))).toEqual([])
  })

  it('use nothing that a browser does not have', () => {
    expect(sources.filter(({ text }) => /\bprocess\.|\bBuffer\b|'node:/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('stay small, without lines over 120 columns', () => {
    expect(sources.filter(({ text }) => text.split('\n').length > 200).map(({ path }) => path)).toEqual([])
    const long = all.filter(({ text }) => text.split('\n').some((line) => line.length > 120))
    expect(long.map(({ path }) => path)).toEqual([])
  })
})
