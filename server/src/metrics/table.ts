import { counter, gauge, histogram, type Metric, summary } from './Metric.ts'

/** From an answer out of a warm cache to one at its deadline, in seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Every metric of `/metrics`, in its order. The reference page and the deployed rules are compared with this table. */
export const metricsTable = {
  tabularium_build_info: gauge('Always 1; the labels tell what runs.', ['version', 'node'], 'max'),
  process_start_time_seconds: gauge('When the service started, in seconds since 1970.', [], 'min'),
  process_cpu_seconds_total: counter('Processor time of all processes of the service, in seconds.'),
  process_resident_memory_bytes: gauge('Memory of all processes of the service.'),
  nodejs_heap_size_used_bytes: gauge('The part of it that JavaScript objects use.'),
  nodejs_eventloop_lag_p50_seconds: gauge(
    'How late the event loop was, half of the time, in the last 10 s; of workers the worst.',
    [],
    'max',
  ),
  nodejs_eventloop_lag_p99_seconds: gauge('The same for 99 % of the time.', [], 'max'),
  nodejs_eventloop_lag_max_seconds: gauge('The same at most.', [], 'max'),
  tabularium_event_loop_active_seconds_total: counter('How long the event loops of all processes were not idle.'),
  tabularium_workers: gauge('Workers by state: starting, serving, dead or ended. Only with several workers.', [
    'state',
  ]),
  tabularium_worker_deaths_total: counter('Workers that ended unasked. Only with several workers.'),
  tabularium_draining: gauge('1 while the service is about to end, else 0.', [], 'max'),

  tabularium_requests_total: counter(
    'Answered requests by operation and HTTP status; operation none: they reached none.',
    ['operation', 'status'],
  ),
  tabularium_request_duration_seconds: histogram(
    'How long operations took, from the whole request to the answer.',
    ['operation'],
    durations,
  ),
  tabularium_failures_total: counter('Answered failures by code, such as version-conflict.', ['code']),
  tabularium_requests_refused_total: counter(
    'Answers of 503 by reason: full, share, bodies, unread, deadline, a SQLSTATE or the name of an error.',
    ['reason'],
  ),
  tabularium_requests_under_way: gauge('Accepted requests whose answers are not sent yet.'),
  tabularium_requests_capacity: gauge('How many requests may be under way now.'),
  tabularium_merges_total: counter('Writes that were merged with those of others, dry runs included.'),
  tabularium_replays_total: counter('Writes with an Idempotency-Key that got the stored answer.'),
  tabularium_sign_ins_total: counter(
    'Logins by method (password, oidc, token), provider, result (ok, refused) and why they were refused.',
    ['method', 'provider', 'result', 'reason'],
  ),
  tabularium_scim_requests_total: counter(
    'Requests of directories by SCIM, by resource (Users, Groups, other), method and HTTP status.',
    ['resource', 'method', 'status'],
  ),
  tabularium_sessions_ended_total: counter(
    'Sessions that ended, by what: logout, provider, user (another password, disabled, ended) or time.',
    ['by'],
  ),
  tabularium_provider_requests_total: counter(
    'Requests to providers of logins, by kind (metadata, token, keys) and result: ok, refused or away.',
    ['provider', 'kind', 'result'],
  ),
  tabularium_provider_request_duration_seconds: histogram(
    'How long providers of logins took to answer.',
    ['provider', 'kind'],
    durations,
  ),
  tabularium_webhook_deliveries_total: counter(
    'Attempts of webhooks by result: delivered, failed, parked, or unseen: its user may not read the change any more.',
    ['result'],
  ),
  tabularium_mails_total: counter(
    'Mails by kind (declared, job, reset, invitation, address, notice) and result: sent, failed, idle (no address) ' +
      'or postponed (a limit).',
    ['kind', 'result'],
  ),
  tabularium_links_total: counter(
    'Links by mail by purpose (reset, invitation, address) and result: asked, used or invalid.',
    ['purpose', 'result'],
  ),
  tabularium_webhook_errors_total: counter(
    'Work of webhooks that failed and is tried again: look (for webhooks), read (the feed) or note (an attempt).',
    ['work'],
  ),
  tabularium_stage_duration_seconds: summary(
    'How long the stages of requests took; of one request in 16: authenticate, permit, plan, execute.',
    ['stage'],
  ),

  tabularium_statement_duration_seconds: summary(
    'How long statements took by name, with the wait for a connection and with retries.',
    ['statement'],
  ),
  tabularium_statements_failed_total: counter('Statements that failed, by name.', ['statement']),
  tabularium_batch_size: histogram('How many requests shared a statement, by its name.', ['statement'], sizes),
  tabularium_pool_size: gauge('How many connections the pool may have.'),
  tabularium_pool_connections: gauge('Connections of the pool by state: used, idle or opening.', ['state']),
  tabularium_pool_waiting: gauge('Statements that wait for a connection by kind: read, write, slow or export.', [
    'lane',
  ]),
  tabularium_pool_abandoned: gauge('Statements that were abandoned while PostgreSQL may still run them.'),
  tabularium_exports_oldest_seconds: gauge(
    'How long the oldest export has run, whose snapshot keeps PostgreSQL from cleaning up; 0 without one.',
    [],
    'max',
  ),
  tabularium_database_up: gauge('1 if the database can be reached, else 0; of workers the worst.', [], 'min'),
  tabularium_database_moves_total: counter('Changes of the timeline of the primary, such as a failover.'),
  tabularium_reads_total: counter('Requests that were read, by host: primary or standby. Only with readFrom standby.', [
    'role',
  ]),
  tabularium_standby_fallbacks_total: counter(
    'Requests that the primary answered instead of a standby, by reason: away, behind, failed or rights.',
    ['reason'],
  ),
  tabularium_standbys: gauge(
    'Hosts that are not the primary, by state: following, behind or away; of workers the most of each.',
    ['state'],
    'max',
  ),

  tabularium_sessions: gauge('Stored sessions, as PostgreSQL estimates.', [], 'max'),
  tabularium_journal_rows: gauge('Rows of the journal, as PostgreSQL estimates.', [], 'max'),
  tabularium_journal_bytes: gauge('The size of the journal with its indexes.', [], 'max'),
  tabularium_journal_months_ahead: gauge('For how many months to come the journal has a partition.', [], 'max'),
  tabularium_fold_pending: gauge('Changes of counts that are not folded yet, up to 100,000.', [], 'max'),
  tabularium_feed_pending: gauge('Positions of writes that the feed has not released yet.', [], 'max'),
  tabularium_webhook_deliveries: gauge(
    'Deliveries of webhooks that have not arrived, by state: waiting or parked; up to 100,000.',
    ['state'],
    'max',
  ),
  tabularium_webhooks_failing: gauge('Active webhooks whose last attempt failed, or that send nothing.', [], 'max'),
  tabularium_jobs: gauge('Jobs by state: waiting, running or failed; up to 100,000.', ['state'], 'max'),
  tabularium_jobs_wait_seconds: gauge('How long ago the oldest waiting job was due.', [], 'max'),
  tabularium_reactions_behind: gauge('Positions of writes that the slowest reaction has not handled yet.', [], 'max'),
  tabularium_reactions_held: gauge('Records that reactions could not handle yet; up to 100,000.', [], 'max'),
  tabularium_commits_waiting: gauge('Commits of any process of the service that wait for a standby.', [], 'max'),
  tabularium_housekeeping_age_seconds: gauge(
    'How long ago work last succeeded: fold, release, searches or tidy; before the first time, since the start.',
    ['work'],
    'min',
  ),
} as const satisfies Record<string, Metric>

/** The name of a metric. */
export type MetricName = keyof typeof metricsTable

/** The names in the order of the table. */
export const metricNames = Object.keys(metricsTable) as MetricName[]

/** A metric by name, with the optional members that only some have. */
export function metricOf(name: MetricName): Metric {
  return metricsTable[name]
}
