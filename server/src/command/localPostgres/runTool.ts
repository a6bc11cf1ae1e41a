import { type ChildProcess, spawn } from 'node:child_process'
import type { RunUser } from './RunUser.ts'

export interface ToolOptions {
  readonly user?: RunUser | undefined
  readonly folder?: string
  /** The environment; undefined means an empty one. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Stops the program when it is aborted. */
  readonly signal?: AbortSignal
}

/** A program failed; the message contains its output. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/** Runs a program and returns its output. */
export async function runTool(file: string, args: readonly string[], options: ToolOptions = {}): Promise<string> {
  const { user, folder, env, signal } = options
  const child = spawn(file, args, {
    cwd: folder ?? '/',
    // The output must be in English, and the user may not be able to enter the current working folder.
    env: { ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    ...(signal ? { signal, killSignal: 'SIGTERM' as const } : {}),
  })
  const texts = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.error += text))
  const code = await untilClosed(child)
  if (code !== 0) throw new ToolFailed(`${file} failed: ${texts.error.trim() || texts.out.trim() || `code ${code}`}`)
  return texts.out
}

/** Waits for `close`: an aborted program emits `error` before it ends. Only a program that did not start rejects. */
async function untilClosed(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.on('close', (code) => resolve(code))
  })
}
