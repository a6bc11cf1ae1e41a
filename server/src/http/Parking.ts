import type { Socket } from 'node:net'

/** How often connections go on, in milliseconds, and how many at once: to refuse as many takes about a seventh of a core. */
const tick = 10
const atOnce = 50
/** A process that was idle for less than the rest of the time has none to refuse everybody. */
const busy = 0.95
/** How long is looked at, in milliseconds. */
const interval = 100

/**
 * Where connections wait that were just refused, while the process has its hands full. To refuse costs less than to answer, but
 * not nothing: many that ask again at once, though they were told to wait, would leave no time for those who were let in. What
 * a waiting connection sends stays with the system unread, and costs nothing.
 */
export class Parking {
  readonly #parked: Socket[] = []
  #usage = performance.eventLoopUtilization()
  #looked = 0
  #isBusy = false

  /** Lets a connection wait where there is need. Call it when its answer is on its way. */
  park(socket: Socket, now: number): void {
    if (!this.#look(now) || socket.destroyed) return
    socket.pause()
    this.#parked.push(socket)
    if (this.#parked.length === 1) this.#releaseLater()
  }

  #look(now: number): boolean {
    if (now - this.#looked < interval) return this.#isBusy
    const usage = performance.eventLoopUtilization()
    this.#isBusy = performance.eventLoopUtilization(usage, this.#usage).utilization > busy
    this.#usage = usage
    this.#looked = now
    return this.#isBusy
  }

  /** First come, first served; all of them as soon as there is time again. */
  #releaseLater(): void {
    setTimeout(() => {
      const count = this.#look(performance.now()) ? atOnce : this.#parked.length
      for (const socket of this.#parked.splice(0, count)) socket.resume()
      if (this.#parked.length > 0) this.#releaseLater()
    }, tick).unref()
  }
}
