import { countersOf, joinSnapshots, type Snapshot } from './Snapshot.ts'

/**
 * The figures of one worker's slot over all of its processes. A process that ended, or does not answer, still counts
 * with what it last reported, so that counters never fall.
 */
export class WorkerMetrics {
  #ended: Snapshot = {}
  #last: Snapshot = {}
  #pid: number | null = null

  /** Takes what the process with this id reports; undefined if it does not answer. */
  report(pid: number | null, snapshot: Snapshot | undefined): Snapshot {
    if (pid !== this.#pid) {
      this.#ended = joinSnapshots([this.#ended, countersOf(this.#last)])
      this.#last = {}
      this.#pid = pid
    }
    if (snapshot) this.#last = snapshot
    return joinSnapshots([this.#ended, this.#last])
  }
}
