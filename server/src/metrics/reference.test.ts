import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { metricNames, metricOf } from './table.ts'

it('metrics.md is the table of metrics', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/metrics.md'), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '))
  const described = metricNames.map((name) => {
    const { kind, labels, join: joined, help } = metricOf(name)
    return [name, kind, labels.join(', '), joined, help]
  })
  expect(rows.map((row) => row.map((cell) => cell.trim()))).toEqual(described)
})
