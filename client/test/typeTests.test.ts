import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'types')
const texts = globSync('*.types.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))

function count(pattern: RegExp): number {
  return texts.flatMap((text) => text.match(pattern) ?? []).length
}

it('at least 60 type tests are compiled, half of them about what must not compile', () => {
  const [refused, typed] = [count(/\/\/ @ts-expect-error: /g), count(/same<Same</g)]
  expect(refused + typed).toBeGreaterThanOrEqual(60)
  expect(refused).toBeGreaterThanOrEqual((refused + typed) / 2)
  expect(count(/@ts-(ignore|nocheck)|\bas any\b/g)).toBe(0)
})
