import { openHealth } from '../http/openHealth.ts'
import { joinStatus, type ServiceStatus } from '../http/ServiceStatus.ts'
import type { Log } from '../log.ts'
import { WorkerSlot } from './WorkerSlot.ts'
import type { WorkerProcess } from './WorkerProcess.ts'

export interface WorkersOptions {
  readonly count: number
  readonly healthHost: string
  readonly healthPort: number
  /** How long a worker may take to end once it was asked to, in milliseconds. */
  readonly drainLimit: number
  readonly log: Log
  fork(number: number): WorkerProcess
}

/** A service whose requests are answered by workers; this process listens, looks after them and tells how they are. */
export interface ServiceByWorkers {
  readonly url: string
  readonly healthUrl: string
  /** Lets every worker finish what is under way, and ends when the last one has. */
  drain(): Promise<void>
  /** Ends all workers at once. */
  kill(): void
}

/**
 * Starts the workers. What keeps the first from serving would keep them all, so nothing else is started before it
 * serves.
 */
export async function serveByWorkers(options: WorkersOptions): Promise<ServiceByWorkers> {
  const { count, healthHost: host, healthPort: port, drainLimit, log, fork } = options
  const slots = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return new WorkerSlot({ number, log, fork: () => fork(number) })
  })
  const kill = () => slots.forEach((slot) => slot.kill())
  let draining = false
  const checks = {
    findObstacle: async () => (draining ? 'The process is about to end.' : findObstacle(slots)),
    findStatus: async () => ({ ...(await findStatus(slots)), draining }),
    findMore: () => ({ workers: slots.map(({ state }) => state) }),
  }
  try {
    const [first, ...others] = slots
    const url = (await first?.start({ tried: false })) ?? ''
    const health = await openHealth(checks, { host, port })
    for (const slot of others) slot.start({ tried: true }).catch(() => {})
    return {
      url,
      healthUrl: health.url,
      drain: async () => {
        draining = true
        await Promise.all(slots.map((slot) => slot.drain(drainLimit)))
        health.close()
      },
      kill,
    }
  } catch (error) {
    kill()
    throw error
  }
}

/** The service is ready as long as one worker is. */
async function findObstacle(slots: readonly WorkerSlot[]): Promise<string | undefined> {
  const answers = await Promise.all(slots.map((slot) => slot.ask('obstacle')))
  if (answers.includes(null)) return undefined
  return answers.find((answer) => typeof answer === 'string') ?? 'No worker answers.'
}

/** All workers together, and how many requests each of them got. */
async function findStatus(slots: readonly WorkerSlot[]): Promise<ServiceStatus & { workers: object[] }> {
  const told = await Promise.all(
    slots.map(async (slot) => ({ state: slot.state, status: (await slot.ask('status')) as ServiceStatus | null })),
  )
  const statuses = told.flatMap(({ status }) => status ?? [])
  if (statuses.length === 0) throw new Error('No worker can tell its status.')
  const workers = told.map(({ state, status }) => ({ ...state, ...(status ? { requests: status.requests } : {}) }))
  return { ...joinStatus(statuses), workers }
}
