import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadMessage, LoadResult } from './Load.ts'

/**
 * The load process, seen from the benchmark. It runs as long as the benchmark, so that its code is compiled; a process
 * that stalls is replaced.
 */
export class LoadClient {
  #child: ChildProcess
  #answered = Promise.withResolvers<LoadMessage>()

  constructor() {
    this.#child = this.#start()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Opens the connections and prepares the requests. The function that it returns runs the load. */
  async prepare(load: Load, within: number): Promise<() => Promise<LoadResult>> {
    await this.#say(load, within)
    return async () => {
      const message = await this.#say('run', within)
      if (message === 'ready') throw new Error('The load process prepared itself twice.')
      return message.result
    }
  }

  async stop(): Promise<void> {
    if (this.#hasEnded()) return
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(import.meta.resolve('./loadProcess.ts')))
    child.on('message', (message: LoadMessage) => this.#answered.resolve(message))
    child.on('exit', () => {
      if (child === this.#child) this.#answered.resolve({ failure: 'The load process has ended.' })
    })
    return child
  }

  async #say(word: Load | 'run', within: number): Promise<Exclude<LoadMessage, { failure: string }>> {
    if (this.#hasEnded()) this.#child = this.#start()
    this.#answered = Promise.withResolvers()
    this.#child.send(word)
    const tooLong = setTimeout(() => this.#replace(within), within)
    const message = await this.#answered.promise
    clearTimeout(tooLong)
    if (typeof message === 'object' && 'failure' in message) throw new Error(message.failure)
    return message
  }

  /** The state of a process that does not answer is unknown, so another one replaces it. */
  #replace(within: number): void {
    const stalled = this.#child
    this.#child = this.#start()
    stalled.kill('SIGKILL')
    this.#answered.resolve({ failure: `The load stalled and was ended after ${(within / 1_000).toFixed(1)} s.` })
  }
}
