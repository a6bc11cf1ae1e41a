import type { LoadLimiter } from '../http/overload/LoadLimiter.ts'
import type { ServiceStatus } from './ServiceStatus.ts'
import type { Housekeeping } from '../housekeeping/Housekeeping.ts'
import type { Database } from '../postgres/Database.ts'
import { toWorkFigures, workFiguresStatement } from '../statement/service/work.ts'

/** What the status of a process is found from. */
export interface StatusSources {
  readonly limiter: LoadLimiter
  readonly housekeeping: Housekeeping
  readonly database: Database
  /** The names of the declared reactions. */
  readonly reactions: readonly string[]
  isDraining(): boolean
}

/** Finds the figures of `/status`. */
export async function findStatus({
  limiter,
  housekeeping,
  database,
  reactions,
  isDraining,
}: StatusSources): Promise<ServiceStatus> {
  const [fold, work] = await Promise.all([
    housekeeping.findStatus(),
    database.run(workFiguresStatement(reactions), 'read'),
  ])
  return { draining: isDraining(), requests: limiter.counts, fold, work: toWorkFigures(work) }
}
