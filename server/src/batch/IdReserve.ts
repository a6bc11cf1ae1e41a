import type { Model } from '../model/Model.ts'
import type { Database } from '../postgres/Database.ts'
import type { StatementOptions } from '../postgres/StatementOptions.ts'
import { drawIdsStatement } from '../statement/drawIds.ts'

/** How many ids one query draws ahead. */
const minLot = 16
const maxLot = 1_024

/**
 * Ids for new records, drawn ahead in small lots so that a create needs no second round trip. Ids left over when the
 * process ends are never used: ids are opaque and may have gaps.
 */
export class IdReserve {
  readonly #database: Pick<Database, 'run' | 'generation'>
  readonly #left = new Map<string, number[]>()
  #generation = 0

  constructor(database: Pick<Database, 'run' | 'generation'>) {
    this.#database = database
  }

  /**
   * Draws `count` ids. Other calls draw from the same reserve while this one waits for more, so it repeats until there
   * are enough. Ids are valid on the timeline that they were drawn on: the primary of another timeline may assign them
   * again.
   */
  async draw(model: Model, count: number, options: StatementOptions = {}): Promise<number[]> {
    for (;;) {
      const left = this.#leftOf(model)
      if (left.length >= count) return left.splice(0, count)
      const lot = Math.min(maxLot, Math.max(minLot, count * 2))
      const rows = await this.#database.run(
        drawIdsStatement(model, Math.max(lot, count - left.length)),
        'read',
        options,
      )
      if (rows.length === 0) throw new TypeError('The sequence gave no ids.')
      // If the timeline has changed meanwhile, there is a new list, and this one is not used again.
      for (const [id] of rows) left.push(Number(id))
    }
  }

  /** Discards the model's remaining ids, because some of them are in use. */
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
