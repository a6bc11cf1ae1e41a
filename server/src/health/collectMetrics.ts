import type { LoadLimiter } from '../http/overload/LoadLimiter.ts'
import type { Housekeeping } from '../housekeeping/Housekeeping.ts'
import type { Value } from '../metrics/Figures.ts'
import { ProcessFigures } from '../metrics/ProcessFigures.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import { joinSnapshots, only, type Snapshot } from '../metrics/Snapshot.ts'
import type { Database } from '../postgres/Database.ts'
import type { StandbyReads } from '../postgres/standby/StandbyReads.ts'
import { figuresStatement, toDatabaseFigures } from '../statement/service/figures.ts'
import { toWorkFigures, workFiguresStatement } from '../statement/service/work.ts'

/** What the figures of a service are collected from. */
export interface MetricSources {
  readonly version: string
  readonly recorder: Recorder
  readonly limiter: LoadLimiter
  readonly database: Database
  /** Absent if the primary alone is read. */
  readonly standbys?: StandbyReads | undefined
  readonly housekeeping: Housekeeping
  /** The exports of this process. */
  readonly exports: { readonly oldest: number }
  /** The names of the declared reactions. */
  readonly reactions: readonly string[]
  isDraining(): boolean
}

/** Collects the figures of `/metrics` while a service runs. */
export interface MetricsCollector {
  collect(): Promise<Snapshot>
  close(): void
}

/** How long the figures that PostgreSQL gives are reused, in milliseconds, however often they are asked for. */
const validity = 5_000
/** How long they are waited for, in milliseconds: the other figures are needed most when the database hangs. */
const patience = 500

/** Creates the collector of one process. */
export function createMetricsCollector(sources: MetricSources): MetricsCollector {
  const ofProcess = new ProcessFigures()
  const findStored = shareFigures(() => loadStored(sources))
  return {
    collect: async () => {
      const stored = await findStored()
      return joinSnapshots([sources.recorder.snapshot, ofProcess.snapshot, ofService(sources), stored])
    },
    close: () => ofProcess.close(),
  }
}

function ofService({
  version,
  limiter,
  database,
  standbys,
  housekeeping,
  exports,
  isDraining,
}: MetricSources): Snapshot {
  const { underWay, capacity, refused } = limiter.counts
  const { size, used, idle, opening, waiting, abandoned, reachable } = database.connections
  const { fold, release, searches, tidy } = housekeeping.ages
  return {
    tabularium_build_info: [{ labels: [version, process.version], value: 1 }],
    tabularium_draining: only(Number(isDraining())),
    tabularium_requests_refused_total: byLabel({ full: 0, share: 0, ...refused }),
    tabularium_requests_under_way: only(underWay),
    tabularium_requests_capacity: only(capacity),
    tabularium_pool_size: only(size),
    tabularium_pool_connections: byLabel({ used, idle, opening }),
    tabularium_pool_waiting: byLabel(waiting),
    tabularium_pool_abandoned: only(abandoned),
    tabularium_exports_oldest_seconds: only(exports.oldest),
    tabularium_database_up: only(Number(reachable)),
    tabularium_database_moves_total: only(database.generation),
    ...(standbys ? { tabularium_standbys: byLabel(standbys.states) } : {}),
    tabularium_housekeeping_age_seconds: byLabel({
      fold: fold / 1_000,
      release: release / 1_000,
      searches: searches / 1_000,
      tidy: tidy / 1_000,
    }),
  }
}

function byLabel(values: Readonly<Record<string, number>>): Value[] {
  return Object.entries(values).map(([label, value]) => ({ labels: [label], value }))
}

async function loadStored({ database, reactions }: MetricSources): Promise<Snapshot> {
  const deadlines = [{ at: performance.now() + patience, mayBeWritten: false }]
  const [rows, workRows] = await Promise.all([
    database.run(figuresStatement, 'read', { deadlines }),
    database.run(workFiguresStatement(reactions), 'read', { deadlines }),
  ])
  const figures = toDatabaseFigures(rows)
  const work = toWorkFigures(workRows)
  return {
    tabularium_sessions: only(figures.sessions),
    tabularium_journal_rows: only(figures.journalRows),
    tabularium_journal_bytes: only(figures.journalBytes),
    tabularium_journal_months_ahead: only(figures.journalMonthsAhead),
    tabularium_fold_pending: only(figures.pending),
    tabularium_feed_pending: only(figures.feedPending),
    tabularium_jobs: byLabel(work.jobs),
    tabularium_jobs_wait_seconds: only(work.late),
    tabularium_reactions_behind: only(work.behind),
    tabularium_reactions_held: only(work.held),
    tabularium_commits_waiting: only(figures.waitingCommits),
    tabularium_webhook_deliveries: byLabel(work.deliveries),
    tabularium_webhooks_failing: only(figures.failingWebhooks),
  }
}

/** All who ask share one statement in a while. Without an answer of the database, its figures are left out. */
function shareFigures(load: () => Promise<Snapshot>): () => Promise<Snapshot> {
  let loadedAt = -Infinity
  let loading: Promise<Snapshot> = Promise.resolve({})
  return () => {
    const now = performance.now()
    if (now - loadedAt < validity) return loading
    loadedAt = now
    const loaded = load().catch(() => ({}))
    loading = loaded
    return loaded
  }
}
