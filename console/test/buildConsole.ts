import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the console, so that the tests see the sources as they are. The run begins with it. */
export default function setup(): void {
  const folder = join(import.meta.dirname, '..')
  execFileSync(join(folder, '../node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
  })
}
