import { createMetricsCollector } from '../health/collectMetrics.ts'
import { createWork, createWorkServices, tellOthers } from './createWork.ts'
import { checkReadiness } from '../health/checkReadiness.ts'
import { findStatus } from '../health/findStatus.ts'
import { type HealthChecks, openHealth } from '../health/openHealth.ts'
import { LoadLimiter } from '../http/overload/LoadLimiter.ts'
import { Housekeeping } from '../housekeeping/Housekeeping.ts'
import { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import { startOnDatabase } from './openDatabase.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import type { Database } from '../postgres/Database.ts'
import { createPasswords } from '../session/createPasswords.ts'
import type { ServeOptions } from './serve.ts'
import { epochStatement, toEpoch } from '../statement/service/epochs.ts'
import { WebhookScopes } from '../webhooks/StoredWebhook.ts'
import type { Webhooks } from '../webhooks/Webhooks.ts'
import type { BackgroundWork } from '../work/BackgroundWork.ts'
import { startWebhooks } from '../webhooks/startWebhooks.ts'

/** A running process that does the work and answers no requests. */
export interface RunningWork {
  readonly healthUrl: string
  /** Begins nothing more, and ends when what is under way has ended. */
  drain(): Promise<void>
}

/** Starts a process that runs jobs, reactions and schedules and sends webhooks, with a health port. */
export function startWork(options: ServeOptions): Promise<RunningWork> {
  return startOnDatabase({ ...options, allowPendingSteps: false }, (database, recorder) =>
    begin(options, database, recorder),
  )
}

async function begin(options: ServeOptions, database: Database, recorder: Recorder): Promise<RunningWork> {
  const { settings, models, log } = options
  let draining = false
  const epoch = toEpoch(await database.run(epochStatement(), 'read'))
  const limiter = new LoadLimiter(settings)
  let webhooks: Webhooks | undefined
  let work: BackgroundWork | undefined
  const kept = { ...settings, database, models, log, searches: new SearchUsage() }
  const housekeeping: Housekeeping = new Housekeeping({ ...kept, ...tellOthers(() => ({ work, webhooks })) })
  await housekeeping.prepare()
  const isDraining = () => draining
  const reactions = [...(options.logic?.reactions.keys() ?? [])]
  const sources = { limiter, database, housekeeping, reactions, isDraining }
  const metrics = createMetricsCollector({ ...options, ...sources, recorder })
  const checks: HealthChecks = {
    checkReadiness: async () => (draining ? 'The process is about to end.' : checkReadiness(database, models, epoch)),
    findStatus: () => findStatus(sources),
    findMetrics: () => metrics.collect(),
  }
  const health = await openHealth(checks, { host: settings.healthHost, port: settings.healthPort })
  const services = createWorkServices({ ...options, passwords: await createPasswords() }, database)
  work = createWork(options, services, (names) => housekeeping.look(names))
  housekeeping.start()
  work.start()
  const scopes = new WebhookScopes(models, new RightsCache(models))
  webhooks = startWebhooks({ ...services, scopes }, { ...options, recorder })
  return {
    healthUrl: health.url,
    drain: async () => {
      draining = true
      await Promise.all([housekeeping.stop(), work?.close(settings.drainTimeout), webhooks?.close()])
      metrics.close()
      health.close()
      database.close()
    },
  }
}
