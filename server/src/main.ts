import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import manifest from '../package.json' with { type: 'json' }
import type { Context, Output } from './command/Context.ts'
import { runProgram } from './command/runProgram.ts'
import { findPrimary, forkWorker } from './workers/cluster.ts'

/** The only place that reads the process: its arguments, environment, clock, randomness, streams and signals. */
const context: Context = {
  argv: process.argv.slice(2),
  ...findPrimary(cluster, process.env),
  version: manifest.version,
  folder: process.cwd(),
  uid: process.getuid?.(),
  stdin: process.stdin,
  stdout: toOutput(process.stdout, 1),
  stderr: toOutput(process.stderr, 2),
  now: () => performance.now(),
  time: () => Date.now(),
  random: () => Math.random(),
  randomBytes: (count) => randomBytes(count),
  onSignal,
  parentId: () => process.ppid,
  onExit: (listener) => void process.once('exit', listener),
  fork: (number, task) => forkWorker(cluster, number, task),
  exit: (code) => process.exit(code),
}

// A command loads its modules when it runs.
process.exitCode = await runProgram(context)
process.stdin.destroy()
context.primary?.disconnect()

function toOutput(stream: NodeJS.WriteStream, fd: number): Output {
  // The reader may stop reading, as head does. A command ends if nobody reads its results, not if nobody reads its log.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(1)
    if (fd === 1) process.exit(0)
  })
  return { fd, isTTY: stream.isTTY ?? false, write: (text) => void stream.write(text) }
}

function onSignal(listener: (signal: string) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
