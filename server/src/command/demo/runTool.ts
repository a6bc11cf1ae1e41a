import { type ChildProcess, spawn } from 'node:child_process'
import type { RunUser } from './RunUser.ts'

export interface ToolOptions {
  readonly user?: RunUser | undefined
  readonly folder?: string
  /** Ends the tool when it is aborted. */
  readonly signal?: AbortSignal
}

/** A program that ended with a failure; the message is what it said. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/** Runs a program to its end and gives what it printed. */
export async function runTool(file: string, args: readonly string[], options: ToolOptions = {}): Promise<string> {
  const { user, folder, signal } = options
  const child = spawn(file, args, {
    cwd: folder ?? '/',
    // Its language would otherwise be the caller's, and its working folder may be closed to the user.
    env: { LC_ALL: 'C' },
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

/** An aborted program reports its error before it has ended, so only its end counts; one that never started has none. */
async function untilClosed(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.on('close', (code) => resolve(code))
  })
}
