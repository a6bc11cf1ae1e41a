import { changes } from '../../../client/src/changes.ts'
import { createClient, TabulariumError } from '../../../client/src/index.ts'
import { Contact } from './contract.ts'

/** Follows the changes of contacts with the client, and notes what a correct feed can't deliver. */
export class FeedReader {
  readonly #ending = new AbortController()
  /** The last version of each record. */
  readonly versions = new Map<number, number>()
  readonly faults: string[] = []
  count = 0
  /** Where it is. */
  token: string
  /** Why the feed could not continue; undefined if it could. */
  gone: string | undefined

  constructor(after = 'start') {
    this.token = after
  }

  /** Follows until it is stopped, or told that the feed can't continue. */
  async run(url: string, key: string): Promise<void> {
    const options = { models: [Contact], after: this.token, wait: 2_000, signal: this.#ending.signal }
    try {
      for await (const change of changes(createClient({ url, key, timeout: 10_000 }), options)) {
        this.token = change.token
        if (change.operation === 'reset') this.faults.push('reset')
        else this.#note(change.id, change.version)
      }
    } catch (error) {
      if (!(error instanceof TabulariumError) || error.code !== 'changes-gone') throw error
      this.gone = error.data.why
    }
  }

  stop(): void {
    this.#ending.abort()
  }

  /** Each version comes once, behind the one before it. */
  #note(id: number, version: number): void {
    const last = this.versions.get(id) ?? -1
    if (version !== last + 1 && this.faults.length < 10) this.faults.push(`${id}: ${version} after ${last}`)
    this.versions.set(id, version)
    this.count += 1
  }
}
