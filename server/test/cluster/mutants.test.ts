import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

it.each(mutants)('what makes a service that $name stands in $file once', ({ file, from }) => {
  const text = readFileSync(fileURLToPath(import.meta.resolve(`../../src/${file}`)), 'utf8')
  expect(text.split(from)).toHaveLength(2)
})
