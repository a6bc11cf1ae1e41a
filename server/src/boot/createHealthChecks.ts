import { checkReadiness } from '../health/checkReadiness.ts'
import { createMetricsCollector } from '../health/collectMetrics.ts'
import { findStatus } from '../health/findStatus.ts'
import type { HealthChecks } from '../health/openHealth.ts'
import { shareCheck } from '../health/shareCheck.ts'
import type { ProcessParts } from '../tenant/ProcessParts.ts'
import type { Tenant } from '../tenant/Tenant.ts'

/** Creates what the health port of a process reports. It collects figures until it is closed. */
export function createHealthChecks(
  { models, logic, version, recorder }: ProcessParts,
  { database, standbys, epoch, limiter, housekeeping, exports }: Tenant,
  isDraining: () => boolean,
): { readonly checks: HealthChecks; close(): void } {
  const sources = { limiter, database, housekeeping, exports, reactions: [...logic.reactions.keys()], isDraining }
  const metrics = createMetricsCollector({ ...sources, version, recorder, standbys })
  const checkOnce = shareCheck(() => checkReadiness(database, models, epoch))
  const checks = {
    checkReadiness: async () => (isDraining() ? 'The process is about to end.' : checkOnce()),
    findStatus: () => findStatus(sources),
    findMetrics: () => metrics.collect(),
  }
  return { checks, close: () => metrics.close() }
}
