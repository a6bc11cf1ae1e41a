import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What is no text: letters in a circle or a square, a number on a bell, a mark on a tick; and the foot of a sheet. */
const marks = ['component/initials.css', 'component/icon.css', 'screen/notices/bell.css', 'screen/history/history.css']
const others = [...marks, 'style/print.css']

it('letters have the sizes of the tokens; code has its own', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const found = files.flatMap((file) => {
    const rules = readFileSync(join(root, file), 'utf8').match(/[^{}]*\{[^{}]*\}/g) ?? []
    return rules
      .filter((rule) => /font-size|font: (?!var\(--|inherit)/.test(rule) && !rule.includes('--mono'))
      .map((rule) => `${file}: ${rule.trim().split('\n', 1)[0]}`)
  })
  expect(found.filter((rule) => !others.some((file) => rule.startsWith(file)))).toEqual([])
})
