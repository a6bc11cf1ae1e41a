import { openHealth } from '../health/openHealth.ts'
import { joinStatus, type ServiceStatus } from '../health/ServiceStatus.ts'
import type { Log } from '../request/log.ts'
import { createMetrics } from './createMetrics.ts'
import { WorkerSlot } from './WorkerSlot.ts'
import type { WorkerProcess } from './WorkerProcess.ts'

/** What is needed to serve by workers. */
export interface WorkersOptions {
  readonly count: number
  readonly healthHost: string
  readonly healthPort: number
  /** How long a worker may take to end after it was asked to, in milliseconds. */
  readonly drainLimit: number
  readonly log: Log
  fork(number: number): WorkerProcess
}

/**
 * A service whose requests are answered by workers. This process listens, replaces workers and reports their health.
 */
export interface ServiceByWorkers {
  readonly url: string
  readonly healthUrl: string
  /** Lets every worker finish the requests under way; resolves when all workers have ended. */
  drain(): Promise<void>
  /** Kills all workers. */
  kill(): void
}

/** Starts the workers. If the first one cannot serve, none can, so the others start only after it serves. */
export async function serveByWorkers(options: WorkersOptions): Promise<ServiceByWorkers> {
  const { count, healthHost: host, healthPort: port, drainLimit, log, fork } = options
  const slots = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return new WorkerSlot({ number, log, fork: () => fork(number) })
  })
  const kill = () => slots.forEach((slot) => slot.kill())
  let draining = false
  const checks = {
    checkReadiness: async () => (draining ? 'The process is about to end.' : checkReadiness(slots)),
    findStatus: async () => ({ ...(await findStatus(slots)), draining }),
    findMetrics: createMetrics(slots),
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

/** The service is ready if at least one worker is. */
async function checkReadiness(slots: readonly WorkerSlot[]): Promise<string | undefined> {
  const answers = await Promise.all(slots.map((slot) => slot.ask('readiness')))
  if (answers.includes(null)) return undefined
  return answers.find((answer) => typeof answer === 'string') ?? 'No worker answers.'
}

/** The status of all workers together, and the request counts of each. */
async function findStatus(slots: readonly WorkerSlot[]): Promise<ServiceStatus & { workers: object[] }> {
  const answers = await Promise.all(
    slots.map(async (slot) => ({ state: slot.state, status: (await slot.ask('status')) as ServiceStatus | null })),
  )
  const [first, ...others] = answers.flatMap(({ status }) => status ?? [])
  if (!first) throw new Error('No worker reports its status.')
  const workers = answers.map(({ state, status }) => ({ ...state, ...(status ? { requests: status.requests } : {}) }))
  return { ...joinStatus([first, ...others]), workers }
}
