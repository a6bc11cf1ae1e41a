import { type Spread, type Value, Values } from './Figures.ts'
import { metricsTable } from './table.ts'

/** Counts logins, and requests to their providers. The labels are few: providers are declared. */
export class SignInFigures {
  readonly #signIns = new Map<string, number>()
  readonly #requests = new Map<string, number>()
  readonly #durations = new Map<string, Values>()

  /** Counts a login. */
  readonly onSignIn = (...labels: readonly [method: string, provider: string, result: string, reason: string]): void =>
    add(this.#signIns, labels)

  /** Counts a request to a provider. */
  readonly onRequest = (provider: string, kind: string, result: string, milliseconds: number): void => {
    add(this.#requests, [provider, kind, result])
    const key = toKey([provider, kind])
    const durations =
      this.#durations.get(key) ?? new Values(metricsTable.tabularium_provider_request_duration_seconds.bounds)
    this.#durations.set(key, durations)
    durations.add(milliseconds / 1_000)
  }

  get snapshot(): Record<'tabularium_sign_ins_total' | 'tabularium_provider_requests_total', readonly Value[]> & {
    readonly tabularium_provider_request_duration_seconds: readonly Spread[]
  } {
    return {
      tabularium_sign_ins_total: toValues(this.#signIns),
      tabularium_provider_requests_total: toValues(this.#requests),
      tabularium_provider_request_duration_seconds: [...this.#durations].map(([key, values]) =>
        values.toFigure(...toLabels(key)),
      ),
    }
  }
}

function add(counts: Map<string, number>, labels: readonly string[]): void {
  const key = toKey(labels)
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function toKey(labels: readonly string[]): string {
  return JSON.stringify(labels)
}

function toLabels(key: string): string[] {
  return JSON.parse(key)
}

function toValues(counts: ReadonlyMap<string, number>): Value[] {
  return [...counts].map(([key, value]) => ({ labels: toLabels(key), value }))
}
