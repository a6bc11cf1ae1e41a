import { execFileSync } from 'node:child_process'

/** Runs a command in a folder and shows what it prints on standard error. Throws if it fails. */
export function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
}

/** Runs a command in a folder and returns what it prints, without the last line break. Throws if it fails. */
export function read(command: string, args: readonly string[], cwd: string): string {
  const maxBuffer = 64 * 1_024 ** 2
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 2], maxBuffer }).trimEnd()
}

/** The same, silent: undefined if the command fails. */
export function runQuietly(command: string, args: readonly string[], cwd: string): string | undefined {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd()
  } catch {
    return undefined
  }
}
