import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Figures that are smaller than a letter of text: two letters in a circle, a number on a bell, a mark on a tick. */
const small = ['component/initials.css', 'screen/notices/bell.css', 'screen/history/history.css']

it('letters have the sizes of the tokens; code has its own', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const others = files.flatMap((file) => {
    const rules = readFileSync(join(root, file), 'utf8').match(/[^{}]*\{[^{}]*\}/g) ?? []
    return rules
      .filter((rule) => /font-size|font: (?!var\(--|inherit)/.test(rule) && !rule.includes('--mono'))
      .map((rule) => `${file}: ${rule.trim().split('\n', 1)[0]}`)
  })
  expect(others.filter((found) => !small.some((file) => found.startsWith(file)))).toEqual([])
})
