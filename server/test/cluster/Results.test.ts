import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { faults } from './faults.ts'
import { measure } from './measure.ts'
import { Results } from './Results.ts'
import type { Run } from './runFault.ts'
import { findSlow, toTable } from './toTable.ts'

const folder = mkdtempSync(join(tmpdir(), 'tabularium-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runOf(name: string, writeGap: number, problems: readonly string[] = []): Run {
  const fault = faults.find((one) => one.name === name)
  if (!fault) throw new Error(`There is no fault ${name}.`)
  const verdict = {
    lost: problems,
    doubled: [],
    falselyRefused: [],
    journal: [],
    answers: [],
    unknown: { applied: 1, absent: 2 },
  }
  const figures = { ...measure([], { from: 0, to: 0, over: 0 }), writeGap }
  return { fault, figures, verdict, bareGap: 1, from: 'pg1', to: 'pg2', problems }
}

describe('Results', () => {
  it('go on where a run was cut off, with one table of all', () => {
    const file = join(folder, 'results.jsonl')
    new Results(file).add(runOf('switchover', 3))
    const resumed = new Results(file)
    resumed.add(runOf('switchover', 6, ['a write is lost']))
    const { runs } = new Results(file)
    expect(runs).toMatchObject([runOf('switchover', 3), runOf('switchover', 6, ['a write is lost'])])
    expect(runs[0] && resumed.countOf(runs[0].fault)).toBe(2)
    const cells = toTable(runs).split('\n')[2]?.split(' | ') ?? []
    expect(cells.slice(0, 3)).toEqual(['| planned switchover', '2', '3.0, 6.0'])
    expect(cells.slice(-5)).toEqual(['2 / 4', '1', '0', '0', '0 |'])
  })

  it('name the runs that were slower than they may be', () => {
    const slow = findSlow([runOf('switchover', 5), runOf('switchover', 5.1), runOf('etcd-1', 60)])
    expect(slow).toEqual(['switchover: 5.1 s without writes, at most 5 s are allowed'])
  })
})
