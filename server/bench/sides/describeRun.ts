import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import type { BenchDatabase } from './BenchDatabase.ts'
import type { About } from './toReport.ts'

/** Where and how the benchmark runs, for readers of its results. */
export async function describeRun(database: BenchDatabase, args: readonly string[]): Promise<About> {
  return {
    date: new Date().toISOString(),
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    commit: askCommit(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release().split('-')[0]}`,
    node: process.versions.node,
    postgres: (await database.postgresVersion()).split(' ')[0] ?? '',
  }
}

function askCommit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
