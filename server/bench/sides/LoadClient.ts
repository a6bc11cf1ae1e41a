import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadMessage, LoadResult } from './Load.ts'

/** The load process, seen from here. It lives as long as the bench, so that its code is warm. */
export class LoadClient {
  readonly #child: ChildProcess
  #answered = Promise.withResolvers<LoadMessage>()

  constructor() {
    this.#child = fork(fileURLToPath(import.meta.resolve('./loadProcess.ts')))
    this.#child.on('message', (message: LoadMessage) => this.#answered.resolve(message))
    this.#child.on('exit', () => this.#answered.resolve({ failure: 'The load process has ended.' }))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Opens the connections and makes the requests; the function that it gives runs the load. */
  async prepare(load: Load): Promise<() => Promise<LoadResult>> {
    await this.#say(load)
    return async () => {
      const message = await this.#say('run')
      if (message === 'ready') throw new Error('The load process prepared itself twice.')
      return message.result
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }

  async #say(word: Load | 'run'): Promise<Exclude<LoadMessage, { failure: string }>> {
    this.#answered = Promise.withResolvers()
    this.#child.send(word)
    const message = await this.#answered.promise
    if (typeof message === 'object' && 'failure' in message) throw new Error(message.failure)
    return message
  }
}
