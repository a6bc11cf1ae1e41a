import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import manifest from '../../package.json' with { type: 'json' }
import type { Context } from '../../src/command/Context.ts'
import { runProgram } from '../../src/command/runProgram.ts'

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command to its end in the test's process: the start of a process takes longer than most commands. For commands
 * that end by themselves, on models whose files do not change: Node imports a file once.
 */
export async function tryCommand(
  argv: readonly string[],
  env: Record<string, string> = {},
  input = '',
  folder = process.cwd(),
): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const code = await runProgram({
    ...toContext(argv, env, input),
    folder,
    stdout: { fd: 1, isTTY: false, write: (text) => void (said.stdout += text) },
    stderr: { fd: 2, isTTY: false, write: (text) => void (said.stderr += text) },
  })
  return { code, ...said }
}

/** The same; returns what it printed. If it fails, throws that. */
export async function runCommand(
  argv: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<string> {
  const { code, stdout, stderr } = await tryCommand(argv, env, input)
  if (code !== 0) throw new Error(`tabularium ${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout + stderr
}

function toContext(
  argv: readonly string[],
  env: Record<string, string>,
  input: string,
): Omit<Context, 'folder' | 'stdout' | 'stderr'> {
  const refuse = (): never => {
    throw new Error('Run this command as a process.')
  }
  return {
    argv,
    env,
    version: manifest.version,
    uid: process.getuid?.(),
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    now: () => performance.now(),
    time: () => Date.now(),
    random: () => Math.random(),
    randomBytes: (count) => randomBytes(count),
    onSignal: () => () => {},
    parentId: () => process.ppid,
    onExit: () => {},
    fork: refuse,
    exit: refuse,
  }
}
