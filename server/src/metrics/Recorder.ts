import type { OnStage } from '../request/timeStages.ts'
import { Counts, type Value, Values, ValuesBy } from './Figures.ts'
import { SignInFigures } from './SignInFigures.ts'
import type { Snapshot } from './Snapshot.ts'
import { only } from './Snapshot.ts'
import { metricsTable } from './table.ts'

/** The stages of one request in so many are timed: to time those of every request would cost 1 to 3 % of a read. */
const stageSample = 16

/** What ends sessions, by the statement that returns a row for each of them. */
const endings: ReadonlyMap<string, string> = new Map([
  ['session.close', 'logout'],
  ['session.endByProvider', 'provider'],
  ['session.endOthers', 'user'],
  ['session.sweep', 'time'],
])

interface OfOperation {
  readonly statuses: Counts
  readonly durations: Values
}

/** Counts what requests and statements do, for `/metrics`. Recording adds to numbers and does nothing else. */
export class Recorder {
  readonly #operations = new Map<string, OfOperation>()
  readonly #failures: Counts
  readonly #stages = new ValuesBy()
  readonly #statements = new ValuesBy()
  readonly #failedStatements = new Counts()
  readonly #batches = new ValuesBy(metricsTable.tabularium_batch_size.bounds)
  readonly #webhookErrors = new Counts(['look', 'read', 'note'])
  readonly #deliveries = new Counts(['delivered', 'failed', 'parked', 'unseen'])
  readonly #mails = new Map<string, Counts>()
  readonly #links = new Map<string, Counts>()
  readonly signIns = new SignInFigures()
  readonly #scim = new Map<string, Value>()
  readonly #reads = new Counts()
  readonly #fallbacks = new Counts()
  readonly #endedSessions = new Counts([...new Set(endings.values())])
  #merges = 0
  #replays = 0
  #untilSample = 0

  /** `codes` are the codes of all failures. */
  constructor(codes: readonly string[]) {
    this.#failures = new Counts(codes)
  }

  /** Counts an answer. Without a duration it reached no operation. */
  answered(operation: string, status: number, milliseconds?: number): void {
    const { statuses, durations } = this.#operations.get(operation) ?? this.#addOperation(operation)
    statuses.add(status)
    if (milliseconds !== undefined) durations.add(milliseconds / 1_000)
  }

  failed(code: string): void {
    this.#failures.add(code)
  }

  merged(): void {
    this.#merges += 1
  }

  replayed(): void {
    this.#replays += 1
  }

  /** Takes the duration of a stage. */
  readonly onStage: OnStage = (stage, milliseconds) => this.#stages.add(stage, milliseconds / 1_000)

  /** The observer of the next request's stages; undefined for most requests. */
  sampleStages(): OnStage | undefined {
    this.#untilSample = this.#untilSample === 0 ? stageSample - 1 : this.#untilSample - 1
    return this.#untilSample === 0 ? this.onStage : undefined
  }

  /** Takes how long a statement took, and for how many requests it was; `rows` is undefined if it failed. */
  readonly onStatement = (
    statement: string,
    milliseconds: number,
    rows: number | undefined,
    items: number | undefined,
  ): void => {
    this.#statements.add(statement, milliseconds / 1_000)
    if (rows === undefined) this.#failedStatements.add(statement)
    const ending = endings.get(statement)
    if (ending !== undefined && rows) this.#endedSessions.add(ending, rows)
    if (items !== undefined) this.#batches.add(statement, items)
  }

  /** Counts an attempt to deliver for a webhook. */
  readonly onDelivery = (result: string): void => this.#deliveries.add(result)

  /** Counts a mail by what it is and what became of it. */
  readonly onMail = (kind: string, result: string): void => add(this.#mails, kind, result)

  /** Counts a link that mails bring: that somebody asked for one, used one, or had none that is valid. */
  readonly onLink = (purpose: string, result: string): void => add(this.#links, purpose, result)

  /** Counts an answer to a directory. */
  readonly onScim = (resource: string, method: string, status: number): void => {
    const labels = [resource, method, String(status)]
    const value = (this.#scim.get(labels.join(' '))?.value ?? 0) + 1
    this.#scim.set(labels.join(' '), { labels, value })
  }

  /** Counts work of webhooks that failed. */
  readonly onWebhookError = (work: string): void => this.#webhookErrors.add(work)

  /** Takes how many requests were read by a statement; `reason` if the primary was read instead of a standby. */
  readonly onRead = (requests: number, reason?: string): void => {
    this.#reads.add(reason === undefined ? 'standby' : 'primary', requests)
    if (reason !== undefined) this.#fallbacks.add(reason, requests)
  }

  get snapshot(): Snapshot {
    const operations = [...this.#operations]
    return {
      tabularium_requests_total: operations.flatMap(([name, { statuses }]) => statuses.toFigures(name)),
      tabularium_request_duration_seconds: operations
        .filter(([name]) => name !== 'none')
        .map(([name, { durations }]) => durations.toFigure(name)),
      tabularium_failures_total: this.#failures.toFigures(),
      ...this.signIns.snapshot,
      tabularium_scim_requests_total: [...this.#scim.values()],
      tabularium_sessions_ended_total: this.#endedSessions.toFigures(),
      tabularium_webhook_deliveries_total: this.#deliveries.toFigures(),
      tabularium_mails_total: [...this.#mails].flatMap(([kind, results]) => results.toFigures(kind)),
      tabularium_links_total: [...this.#links].flatMap(([purpose, results]) => results.toFigures(purpose)),
      tabularium_webhook_errors_total: this.#webhookErrors.toFigures(),
      tabularium_merges_total: only(this.#merges),
      tabularium_replays_total: only(this.#replays),
      tabularium_stage_duration_seconds: this.#stages.toFigures(),
      tabularium_statement_duration_seconds: this.#statements.toFigures(),
      tabularium_statements_failed_total: this.#failedStatements.toFigures(),
      tabularium_batch_size: this.#batches.toFigures(),
      tabularium_reads_total: this.#reads.toFigures(),
      tabularium_standby_fallbacks_total: this.#fallbacks.toFigures(),
    }
  }

  #addOperation(operation: string): OfOperation {
    const durations = new Values(metricsTable.tabularium_request_duration_seconds.bounds)
    const added = { statuses: new Counts(), durations }
    this.#operations.set(operation, added)
    return added
  }
}

function add(counts: Map<string, Counts>, key: string, result: string): void {
  const ofKey = counts.get(key) ?? new Counts()
  counts.set(key, ofKey)
  ofKey.add(result)
}
