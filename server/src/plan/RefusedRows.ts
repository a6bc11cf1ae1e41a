import { Failure } from '../failure/failure.ts'
import type { Faults } from './Faults.ts'
import { Problems } from './Problems.ts'

/** A planned record of a request, and the names of its members whose values are wrong. */
export interface PlannedRow<Plan> {
  /** Its path in the request: `3.`; empty for a single record. */
  readonly path: string
  readonly plan: Plan
  readonly wrong: ReadonlySet<string>
}

/** A request that was refused when it was planned. What else is wrong with its records can still be looked at. */
export interface RefusedRows<Plan> {
  readonly problems: Problems
  readonly rows: readonly PlannedRow<Plan>[]
}

/** Plans of records whose problems are collected. */
export class PlannedRows<Plan> {
  readonly #plans: (Plan | undefined)[] = []
  readonly #failures: { readonly failure: Failure; readonly index: number }[] = []
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** Plans the next record. One that can't be planned at all has a failure of its own. */
  add(plan: () => Plan | undefined): void {
    try {
      this.#plans.push(plan())
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error
      this.#failures.push({ failure: error, index: this.#plans.length })
      this.#plans.push(undefined)
    }
  }

  /** The plans in the order of the request; undefined for records that can't be planned. */
  get all(): readonly (Plan | undefined)[] {
    return this.#plans
  }

  /** What was refused; undefined if all records were planned without a fault. */
  toRefused(): RefusedRows<Plan> | undefined {
    if (this.#faults.size === 0 && this.#failures.length === 0) return undefined
    const problems = new Problems()
    problems.addFaults(this.#faults)
    for (const { failure, index } of this.#failures) problems.addFailure(failure, `${index}.`)
    // If some faults are not listed, it is not known which values are wrong.
    return { problems, rows: this.#faults.unlisted > 0 ? [] : this.#toRows() }
  }

  #toRows(): PlannedRow<Plan>[] {
    const wrong = Map.groupBy([...this.#faults.keys()], (path) => Number.parseInt(path, 10))
    return this.#plans.flatMap((plan, index): PlannedRow<Plan>[] => {
      const names = new Set((wrong.get(index) ?? []).map((path) => path.split('.')[1] ?? ''))
      // It is not known which record is meant, or whether there is one.
      if (plan === undefined || ['', 'id', 'version', 'as'].some((name) => names.has(name))) return []
      return [{ path: `${index}.`, plan, wrong: names }]
    })
  }
}
