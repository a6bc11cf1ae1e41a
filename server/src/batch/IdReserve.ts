import type { Model } from '../model/Model.ts'
import type { Database } from '../postgres/Database.ts'
import type { Work } from '../postgres/Work.ts'
import { drawIdsStatement } from '../statement/create.ts'

const least = 16
const most = 1_024

/**
 * Ids for new records, drawn ahead in small lots so that creating costs no second trip. What a process had left when it
 * ended is never used: ids are opaque and may have gaps.
 */
export class IdReserve {
  readonly #database: Pick<Database, 'run' | 'generation'>
  readonly #left = new Map<string, number[]>()
  #generation = 0

  constructor(database: Pick<Database, 'run' | 'generation'>) {
    this.#database = database
  }

  /**
   * So many ids. Others draw from the same reserve while this one waits for more: it goes on until there are enough for
   * it. Ids are good for the timeline that they were drawn on: the primary of another one may give them out again.
   */
  async draw(model: Model, count: number, work: Work = {}): Promise<number[]> {
    for (;;) {
      const left = this.#leftOf(model)
      if (left.length >= count) return left.splice(0, count)
      const lot = Math.min(most, Math.max(least, count * 2))
      const rows = await this.#database.run(drawIdsStatement(model, Math.max(lot, count - left.length)), 'read', work)
      if (rows.length === 0) throw new TypeError('The sequence gave no ids.')
      // The list is another one where the timeline has changed meanwhile: nobody draws from this one any more.
      for (const [id] of rows) left.push(Number(id))
    }
  }

  /** Throws away what is left of a model's ids: some of them were taken. */
  discard(model: Model): void {
    this.#left.delete(model.name)
  }

  #leftOf(model: Model): number[] {
    if (this.#generation !== this.#database.generation) this.#left.clear()
    this.#generation = this.#database.generation
    const left = this.#left.get(model.name) ?? []
    this.#left.set(model.name, left)
    return left
  }
}
