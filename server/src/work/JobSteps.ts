import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobRecords, Records } from '../logic/Records.ts'
import { findTextFault } from '../model/field/text.ts'
import { addStepStatement, type ClaimedJob } from '../statement/service/jobs.ts'
import type { LogicRunner, WorkRun } from './LogicRunner.ts'
import { explainError } from './explainError.ts'
import { LeaseLost } from './errors.ts'

/**
 * The transactions of one try of a job, one after the other. Each is a step: what it returned is kept in its own
 * transaction, and a step that was committed in an earlier try is not repeated. Steps are known by their number, so
 * none may come after one that failed: a later try would take the answer of the one for that of the other.
 */
export class JobSteps {
  readonly #job: ClaimedJob
  readonly #run: WorkRun
  readonly #signal: AbortSignal
  readonly #runner: LogicRunner
  readonly #within = new AsyncLocalStorage<boolean>()
  #count = 0
  #failure: { readonly reason: string } | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(job: ClaimedJob, run: WorkRun, signal: AbortSignal, runner: LogicRunner) {
    this.#job = job
    this.#run = run
    this.#signal = signal
    this.#runner = runner
  }

  readonly transact: JobRecords['transact'] = (work) => {
    if (this.#within.getStore()) return Promise.reject(new StepRefused(nested))
    const step = this.#last.then(() => this.#begin(work))
    this.#last = step.catch(() => {})
    return step
  }

  async #begin<T>(work: (records: Records) => Promise<T>): Promise<T> {
    this.#signal.throwIfAborted()
    if (this.#failure) throw new StepRefused(toRefusal(this.#failure.reason))
    const index = this.#count++
    if (index < this.#job.steps.length) return this.#job.steps[index] as T
    try {
      return await this.#within.run(true, () => this.#commit(index, work))
    } catch (error) {
      this.#failure = { reason: explainError(error) }
      throw error
    }
  }

  #commit<T>(index: number, work: (records: Records) => Promise<T>): Promise<T> {
    return this.#runner.transact(this.#run, work, async (transaction, result) => {
      const fault = findFault(result)
      if (fault !== undefined) throw new StepRefused(`What records.transact returns is kept: it ${fault}.`)
      const [added] = await transaction.run(addStepStatement(this.#job, result))
      if (!added) throw new LeaseLost('Another process took over the job.')
      if (Number(added[0]) !== index + 1) throw new StepRefused(others)
    })
  }
}

/** A transaction of a job that can't be kept as a step. */
class StepRefused extends Error {
  override readonly name = 'StepRefused'
}

const nested =
  'records.transact was called within another one: use the records that the outer one gives to its function.'

const others = 'The steps of the job were changed while it ran. It is tried again from those that it has now.'

function toRefusal(reason: string): string {
  return `An earlier records.transact of this try failed (${reason}). Let the job fail with it: it is tried again.`
}

/** What keeps a result from being stored as JSON. */
function findFault(result: unknown): string | undefined {
  let fault: string | undefined
  JSON.stringify(result, (member, value: unknown) => {
    fault ??= findTextFault(member) ?? (typeof value === 'string' ? findTextFault(value) : undefined)
    return value
  })
  return fault
}
