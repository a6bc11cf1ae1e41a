import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { en } from './en/en.ts'

const src = join(import.meta.dirname, '..')
const sources = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !file.includes('.test.') && !file.startsWith('i18n/'))
  .map((file) => readFileSync(join(src, file), 'utf8'))
  .join('\n')

/** The paths of all texts, such as `list.next`. */
function pathsOf(words: object, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(words).flatMap(([name, value]) => {
    return typeof value === 'object' ? pathsOf(value, [...path, name]) : [[...path, name]]
  })
}

/**
 * Whether a screen shows a text: as `….list.next`, by a variable (`….actions[action]`), or out of a group that is
 * passed on whole.
 */
function isUsed(path: readonly string[]): boolean {
  const [name = '', group = ''] = path.toReversed()
  if (new RegExp(`\\b${group}\\??\\.${name}\\b`).test(sources)) return true
  if (path.some((one) => new RegExp(`\\b${one}\\[`).test(sources))) return true
  const isPassedOn = new RegExp(`\\bwords\\.(?:\\w+\\.)*${group}\\b(?![.[\\w])`).test(sources)
  return isPassedOn && new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}]`).test(sources)
}

it('there is no text that no screen shows', () => {
  const unused = pathsOf(en).filter((path) => path.length > 1 && !isUsed(path))
  expect(unused.map((path) => path.join('.'))).toEqual([])
})
