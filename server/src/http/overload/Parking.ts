import type { Socket } from 'node:net'

/** How often connections go on, in milliseconds, and how many at once: to refuse as many takes about a fifth of a core. */
const tick = 10
const atOnce = 60

/**
 * Where connections wait for a moment that were just refused. To refuse costs less than to answer, but not nothing: many that
 * ask again at once, though they were told to wait, would leave no time for those who were let in. What a waiting connection
 * sends stays with the system unread, and costs nothing.
 */
export class Parking {
  readonly #parked: Socket[] = []

  /** Call it when the answer is on its way. */
  park(socket: Socket): void {
    if (socket.destroyed) return
    socket.pause()
    this.#parked.push(socket)
    if (this.#parked.length === 1) this.#releaseLater()
  }

  /** First come, first served. */
  #releaseLater(): void {
    setTimeout(() => {
      for (const socket of this.#parked.splice(0, atOnce)) socket.resume()
      if (this.#parked.length > 0) this.#releaseLater()
    }, tick).unref()
  }
}
