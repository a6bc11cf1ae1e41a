import type { JobContext } from '../logic/job.ts'
import type { Database } from '../postgres/Database.ts'
import { type ClaimedJob, saveProgressStatement } from '../statement/service/jobs.ts'

/** The shortest time between two writes of a job's progress, in milliseconds. */
const interval = 250

/** Saves how far a job is, but not more often than people can follow. What it reported last is always saved. */
export class JobProgress {
  readonly #job: ClaimedJob
  readonly #database: Pick<Database, 'run'>
  #latest: { readonly percent: number; readonly note: string | null } | undefined
  #savedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(job: ClaimedJob, database: Pick<Database, 'run'>) {
    this.#job = job
    this.#database = database
  }

  readonly report: JobContext['progress'] = async (done, what) => {
    if (this.#isClosed) return
    const percent = Math.round(Math.min(Math.max(done, 0), 1) * 100)
    // PostgreSQL does not store the character NUL.
    this.#latest = { percent, note: what?.replaceAll('\0', '').slice(0, 200) ?? null }
    const left = this.#savedAt + interval - performance.now()
    if (left <= 0) await this.#save()
    else this.#timer ??= setTimeout(() => void this.#saveQuietly(), left)
  }

  /** Saves what was reported last. The job has ended: what it reports afterwards is not saved. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#saveQuietly()
  }

  /** Nobody waits for it, and the job can continue without. */
  async #saveQuietly(): Promise<void> {
    await this.#save().catch(() => undefined)
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const latest = this.#latest
    if (!latest) return
    this.#latest = undefined
    this.#savedAt = performance.now()
    const saved = saveProgressStatement(this.#job, latest.percent, latest.note)
    await this.#database.run(saved, 'write', { generation: this.#job.generation })
  }
}
