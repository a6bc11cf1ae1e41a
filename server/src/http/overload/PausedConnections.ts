import type { Socket } from 'node:net'

/** Every `interval` milliseconds, `batchSize` connections resume: to refuse that many takes about a fifth of a core. */
const interval = 10
const batchSize = 60

/**
 * Pauses connections whose request was just refused. A refusal costs less than an answer, but not nothing: clients that
 * retry at once, although they were asked to wait, would take the time of accepted requests. The operating system
 * buffers what a paused connection sends, which costs this process nothing.
 */
export class PausedConnections {
  readonly #paused: Socket[] = []

  /** Pauses a connection. Call it after the answer was sent. */
  pause(socket: Socket): void {
    if (socket.destroyed) return
    socket.pause()
    this.#paused.push(socket)
    if (this.#paused.length === 1) this.#resumeLater()
  }

  /** Resumes connections in the order in which they were paused. */
  #resumeLater(): void {
    setTimeout(() => {
      for (const socket of this.#paused.splice(0, batchSize)) socket.resume()
      if (this.#paused.length > 0) this.#resumeLater()
    }, interval).unref()
  }
}
