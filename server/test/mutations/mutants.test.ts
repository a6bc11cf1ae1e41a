import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

it.each(mutants)('what "$name" changes stands in $file once', ({ file, from }) => {
  const text = readFileSync(fileURLToPath(import.meta.resolve(`../../src/${file}`)), 'utf8')
  expect(text.split(from)).toHaveLength(2)
})

it('every suite of a mutant has tests', () => {
  const folder = fileURLToPath(import.meta.resolve('..'))
  const patterns = [...new Set(mutants.map(({ suite }) => suite))].map((suite) =>
    suite.endsWith('.test.ts') ? suite : `attacks/${suite}-*.test.ts`,
  )
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: folder }).length === 0)).toEqual([])
})
