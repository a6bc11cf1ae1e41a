import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * Builds the console, so that the tests see the sources as they are, and as they are published. The run begins with it.
 * The long form builds React for development, which writes what it finds wrong to the browser's console, and takes much
 * longer.
 */
export default function setup(project?: TestProject): void {
  const isLong = typeof project?.config.provide.rounds === 'number'
  const folder = join(import.meta.dirname, '..')
  execFileSync(join(folder, '../node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: isLong ? 'development' : 'production' },
  })
}
