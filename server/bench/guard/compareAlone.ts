import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A ratio of Tabularium to raw node:http or to pgbench, of several rounds. */
export interface MeasuredRatio {
  readonly name: string
  readonly measured: number
  readonly low: number
  readonly high: number
  readonly less?: true
}

/** Which part of a pinned ratio must be reached. */
const share = 0.9

/** Measures how Tabularium compares with raw node:http and with pgbench, in a short run of the benchmark. */
export async function measureAlone(root: string): Promise<MeasuredRatio[]> {
  const out = await mkdtemp(join(tmpdir(), 'tabularium-guard-'))
  try {
    const only = 'pgbench,raw,one,read,create,update,page'
    const size = ['--records', '10k', '--sessions', '1k', '--rounds', '3', '--seconds', '1', '--connections', '64,1']
    const script = join(root, 'server/bench/sides.ts')
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    const child = spawn(process.execPath, [script, ...size, '--only', only, '--out', out], {
      cwd: root,
      stdio: [...stdio],
    })
    await once(child, 'close')
    return JSON.parse(await readFile(join(out, 'results.json'), 'utf8')).ratios
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** The ratios that are worse than a pinned one by more than a tenth, even in their best round. */
export function findWorse(
  measured: readonly MeasuredRatio[],
  pinned: Readonly<Record<string, number>>,
): MeasuredRatio[] {
  return measured.filter(({ name, less, low, high }) => {
    const pin = pinned[name]
    if (pin === undefined) return false
    return less ? low > pin / share : high < pin * share
  })
}
