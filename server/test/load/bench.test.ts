import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { targets } from '../../bench/sides/ratios.ts'
import type { Report } from '../../bench/sides/toReport.ts'
import { works } from '../../bench/sides/Work.ts'

const run = promisify(execFile)
const program = fileURLToPath(import.meta.resolve('../../bench/sides.ts'))

test('the bench runs from end to end, and every side does all of its works', async () => {
  const out = await mkdtemp(join(tmpdir(), 'tabularium-bench-'))
  const small = ['--records', '1000', '--sessions', '1000', '--rounds', '1', '--seconds', '0.2', '--out', out]
  try {
    const { stdout } = await run(process.execPath, [program, ...small])
    const report: Report = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))
    const done = report.lines.map(({ side, work, connections }) => `${side}: ${work} at ${connections}`)
    expect(new Set(done).size).toBe(done.length)
    expect(done).toEqual(expect.arrayContaining(works.map((work) => `pgbench: ${work} at 64`)))
    for (const work of ['read', 'page', 'first page', 'create', 'update'])
      for (const connections of [64, 1])
        expect(done).toEqual(
          expect.arrayContaining([
            `Tabularium, 1 process: ${work} at ${connections}`,
            `Tabularium, 2 processes: ${work} at ${connections}`,
          ]),
        )
    for (const { rate, p50, p99, rates } of report.lines) {
      expect(rates).toEqual([rate.median])
      expect(rate.median).toBeGreaterThan(0)
      expect(p99.median).toBeGreaterThanOrEqual(p50.median)
      expect(p50.median).toBeGreaterThan(0)
    }
    expect(report.ratios.map(({ name }) => name)).toEqual(targets.map(({ name }) => name))
    for (const { measured } of report.ratios) expect(measured).toBeGreaterThan(0)
    expect(report).toMatchObject({ full: false, options: { records: 1_000, rounds: 1 } })
    expect(report.noise.fixedWork).toBeGreaterThan(0)
    expect(stdout).toMatch(/^targets +must +reach +measured/m)
    expect(await readFile(join(out, 'chart.svg'), 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/)
  } finally {
    await rm(out, { recursive: true })
  }
})

test('the bench tells what it takes, and refuses what it does not know', async () => {
  const { stdout } = await run(process.execPath, [program, '--help'])
  expect(stdout).toContain('--peer directus')
  await expect(run(process.execPath, [program, '--only', 'nothing'])).rejects.toThrow(
    '--only knows pgbench, raw, naive, one, two, read, point-read',
  )
})
