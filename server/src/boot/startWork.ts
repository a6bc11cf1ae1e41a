import { openHealth } from '../health/openHealth.ts'
import { Tenant } from '../tenant/Tenant.ts'
import { createHealthChecks } from './createHealthChecks.ts'
import { createProcessParts } from './createProcessParts.ts'
import type { ServeOptions } from './serve.ts'

/** A running process that does the work and answers no requests. */
export interface RunningWork {
  readonly healthUrl: string
  /** Begins nothing more, and ends when what is under way has ended. */
  drain(): Promise<void>
}

/** Starts a process that runs jobs, reactions and schedules and sends webhooks, with a health port. */
export async function startWork(options: ServeOptions): Promise<RunningWork> {
  const { healthHost: host, healthPort: port } = options.settings
  const parts = await createProcessParts(options)
  const tenant = await Tenant.open(parts)
  let draining = false
  const { checks, close } = createHealthChecks(parts, tenant, () => draining)
  const end = async () => {
    draining = true
    await tenant.close()
    close()
  }
  const health = await openHealth(checks, { host, port }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  tenant.start({ work: true })
  return {
    healthUrl: health.url,
    drain: async () => {
      await end()
      health.close()
    },
  }
}
