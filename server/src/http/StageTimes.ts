import type { OnStage } from '../request/timeStages.ts'

/** When a stage of a request began and ended, by `performance.now()`. */
export interface StageTime {
  readonly stage: string
  readonly start: number
  readonly end: number
}

/** The times of one request's stages. */
export class StageTimes {
  readonly #times: StageTime[] = []

  readonly onStage: OnStage = (stage, milliseconds) => {
    const end = performance.now()
    this.#times.push({ stage, start: end - milliseconds, end })
  }

  get all(): readonly StageTime[] {
    return this.#times
  }

  /** The `Server-Timing` header; a stage that ran twice is added up. */
  toHeader(total: number): string {
    const durations = new Map<string, number>()
    for (const { stage, start, end } of this.#times) durations.set(stage, (durations.get(stage) ?? 0) + end - start)
    return [...durations, ['total', total] as const].map(([name, time]) => `${name};dur=${time.toFixed(2)}`).join(', ')
  }
}
