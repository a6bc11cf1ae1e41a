/** A pause that can be ended early. */
export class Pause {
  #end = () => {}
  #closed = false

  wait(milliseconds: number): Promise<void> {
    if (this.#closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the pause, if there is one. */
  end(): void {
    this.#end()
  }

  /** Ends the pause, and lets none begin. */
  close(): void {
    this.#closed = true
    this.#end()
  }
}
