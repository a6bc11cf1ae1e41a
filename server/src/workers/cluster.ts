import type { Cluster, Worker } from 'node:cluster'
import { closeUndelivered } from './closeUndelivered.ts'
import type { FromWorker, PrimaryProcess, ToWorker, WorkerProcess } from './WorkerProcess.ts'

/** The environment variable with the number of a worker. */
const variable = 'TABULARIUM_WORKER'

/** The environment variable with the task of a worker. */
const taskVariable = 'TABULARIUM_TASK'

/** Starts this command again as a worker, which gets its connections from this process. */
export function forkWorker(cluster: Cluster, number: number, task?: string): WorkerProcess {
  const worker = cluster.fork({ [variable]: `${number}`, ...(task === undefined ? {} : { [taskVariable]: task }) })
  closeUndelivered(worker.process)
  // A message to a process that is dying is lost; the exit event reports its end.
  worker.on('error', () => {})
  return {
    pid: worker.process.pid ?? 0,
    send: (message) => send(worker, message),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => void worker.once('exit', (code, signal) => listener(signal ? null : code, signal || null)),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

/** The primary of this process, if it is a worker, and the environment without the variables of workers. */
export function findPrimary(
  { worker }: Cluster,
  env: NodeJS.ProcessEnv,
): { readonly primary?: PrimaryProcess; readonly env: NodeJS.ProcessEnv } {
  if (!worker) return { env }
  const { [variable]: number, [taskVariable]: task, NODE_UNIQUE_ID: _, ...rest } = env
  return { primary: toPrimary(worker, Number(number), task), env: rest }
}

function toPrimary(worker: Worker, number: number, task: string | undefined): PrimaryProcess {
  worker.on('error', () => {})
  return {
    number,
    ...(task === undefined ? {} : { task }),
    send: (message) => send(worker, message),
    onMessage: (listener) => void worker.on('message', listener),
    onGone: (listener) =>
      void worker.once('disconnect', () => {
        // Otherwise Node would end the process here, with its requests.
        worker.exitedAfterDisconnect = true
        listener()
      }),
    disconnect: () => {
      if (worker.isConnected()) worker.disconnect()
    },
  }
}

function send(worker: Worker, message: ToWorker | FromWorker): void {
  if (worker.isConnected()) worker.send(message)
}
