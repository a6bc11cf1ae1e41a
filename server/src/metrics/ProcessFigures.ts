import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { only, type Snapshot } from './Snapshot.ts'

/** How often the event loop is looked at, in milliseconds. */
const resolution = 20
/** The figures are those of the last whole interval, in milliseconds: several readers see the same ones. */
const interval = 10_000
const nanoseconds = 1e-9

interface Lag {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** The figures of this process: memory, processor time and the event loop. */
export class ProcessFigures {
  readonly #delays = monitorEventLoopDelay({ resolution })
  readonly #timer: NodeJS.Timeout
  #last: Lag | undefined

  constructor() {
    this.#delays.enable()
    this.#timer = setInterval(() => {
      this.#last = this.#lag
      this.#delays.reset()
    }, interval).unref()
  }

  get snapshot(): Snapshot {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const { p50, p99, max } = this.#last ?? this.#lag
    return {
      process_start_time_seconds: only(performance.timeOrigin / 1_000),
      process_cpu_seconds_total: only((user + system) / 1e6),
      process_resident_memory_bytes: only(rss),
      nodejs_heap_size_used_bytes: only(heapUsed),
      nodejs_eventloop_lag_p50_seconds: only(p50),
      nodejs_eventloop_lag_p99_seconds: only(p99),
      nodejs_eventloop_lag_max_seconds: only(max),
      tabularium_event_loop_active_seconds_total: only(performance.eventLoopUtilization().active / 1_000),
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }

  /** Node reports the whole time between two looks, of which `resolution` is no delay. */
  get #lag(): Lag {
    if (this.#delays.count === 0) return { p50: 0, p99: 0, max: 0 }
    const late = (time: number) => Math.max(0, time * nanoseconds - resolution / 1_000)
    const [p50, p99] = [50, 99].map((percent) => late(this.#delays.percentile(percent)))
    return { p50: p50 ?? 0, p99: p99 ?? 0, max: late(this.#delays.max) }
  }
}
