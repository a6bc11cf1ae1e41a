import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ReachedOperations } from './ReachedOperations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where each test file writes which documented operations it reached. */
    exchanges: string
  }
}

/** Collects which documented operations the tests reached. After a run of all files, each must have been. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-exchanges-'))
  project.provide('exchanges', folder)
  return async () => {
    const reached = new ReachedOperations()
    const files = reached.read(folder)
    await rm(folder, { recursive: true })
    const { testFiles } = await project.globTestFiles()
    if (testFiles.some((file) => !files.has(file))) return
    const unreached = reached.unreached()
    console.log(`${reached.size} documented operations, ${unreached.length} not reached: ${unreached.join(', ')}`)
    console.log(`Documented statuses not reached:\n${reached.unreachedStatuses().join('\n')}`)
    if (unreached.length > 0) throw new Error(`No test reaches ${unreached.join(', ')}: write one.`)
  }
}
