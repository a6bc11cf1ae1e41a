import { Client } from './client.ts'
import { until } from './poll.ts'

/** The `/status` of a service with workers. */
export interface WorkersStatus {
  readonly draining: boolean
  readonly requests: { readonly underWay: number; readonly answered: number }
  readonly workers: readonly {
    readonly worker: number
    readonly pid: number | null
    readonly state: string
    readonly deaths: number
    readonly requests?: { readonly answered: number }
  }[]
}

export async function askStatus({ healthUrl }: { readonly healthUrl: string }): Promise<WorkersStatus> {
  const client = new Client(healthUrl)
  try {
    return (await client.exchange('GET', '/status')).json as unknown as WorkersStatus
  } finally {
    client.close()
  }
}

/** Waits until every worker serves, and returns their status. */
export function untilAllServe(service: { readonly healthUrl: string }): Promise<WorkersStatus> {
  return until(
    'all workers serve',
    async () => {
      const status = await askStatus(service)
      return status.workers.every(({ state, requests }) => state === 'serving' && requests) ? status : undefined
    },
    { within: 60_000, every: 50 },
  )
}

/** Kills a worker, as the system does when memory is short. */
export function killWorker(status: WorkersStatus, number: number): void {
  const pid = status.workers.find(({ worker }) => worker === number)?.pid
  if (!pid) throw new Error(`Worker ${number} does not run.`)
  process.kill(pid, 'SIGKILL')
}
