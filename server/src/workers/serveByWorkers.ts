import { openHealth } from '../http/openHealth.ts'
import { joinStatus, type ServiceStatus } from '../http/ServiceStatus.ts'
import type { Log } from '../log.ts'
import { Place } from './Place.ts'
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
  const places = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return new Place({ number, log, fork: () => fork(number) })
  })
  const kill = () => places.forEach((place) => place.kill())
  let draining = false
  const checks = {
    findObstacle: async () => (draining ? 'The process is about to end.' : findObstacle(places)),
    findStatus: async () => ({ ...(await findStatus(places)), draining }),
    findMore: () => ({ workers: places.map(({ note }) => note) }),
  }
  try {
    const [first, ...others] = places
    const url = (await first?.start({ tried: false })) ?? ''
    const health = await openHealth(checks, { host, port })
    for (const place of others) place.start({ tried: true }).catch(() => {})
    return {
      url,
      healthUrl: health.url,
      drain: async () => {
        draining = true
        await Promise.all(places.map((place) => place.drain(drainLimit)))
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
async function findObstacle(places: readonly Place[]): Promise<string | undefined> {
  const answers = await Promise.all(places.map((place) => place.ask('obstacle')))
  if (answers.includes(null)) return undefined
  return answers.find((answer) => typeof answer === 'string') ?? 'No worker answers.'
}

/** All workers together, and how many requests each of them got. */
async function findStatus(places: readonly Place[]): Promise<ServiceStatus & { workers: object[] }> {
  const told = await Promise.all(
    places.map(async (place) => ({ note: place.note, status: (await place.ask('status')) as ServiceStatus | null })),
  )
  const statuses = told.flatMap(({ status }) => status ?? [])
  if (statuses.length === 0) throw new Error('No worker can tell its status.')
  const workers = told.map(({ note, status }) => ({ ...note, ...(status ? { requests: status.requests } : {}) }))
  return { ...joinStatus(statuses), workers }
}
