import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'harness/readLargeFile.ts')
const MiB = 1_024 ** 2

describe('a file of many rows', () => {
  // The heap of one that held the rows would end the process.
  it.each([
    ['csv', 200_000],
    ['ndjson', 200_000],
    ['xlsx', 60_000],
  ])('is read and written in %s with a heap of 24 MiB, and with 64 MiB more at most', async (format, rows) => {
    const options = ['--max-old-space-size=24', '--max-semi-space-size=4', program, format, `${rows}`]
    const { stdout } = await run(process.execPath, options, { timeout: 110_000 })
    const { rows: found, grown } = JSON.parse(stdout)
    expect(found).toBe(rows)
    expect(grown / MiB).toBeLessThan(64)
  })
})
