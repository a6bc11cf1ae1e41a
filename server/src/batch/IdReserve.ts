import type { Model } from '../model/Model.ts'
import type { Database } from '../postgres/Database.ts'
import { drawIdsStatement } from '../statement/create.ts'

const least = 16
const most = 1_024

/**
 * Ids for new records, drawn ahead in small lots so that creating costs no second trip. What a process had left when it
 * ended is never used: ids are opaque and may have gaps.
 */
export class IdReserve {
  readonly #database: Pick<Database, 'run'>
  readonly #left = new Map<string, number[]>()

  constructor(database: Pick<Database, 'run'>) {
    this.#database = database
  }

  /** So many ids. Others draw from the same reserve while this one waits for more: it goes on until there are enough for it. */
  async draw(model: Model, count: number): Promise<number[]> {
    const left = this.#left.get(model.name) ?? []
    this.#left.set(model.name, left)
    while (left.length < count) {
      const lot = Math.min(most, Math.max(least, count * 2))
      const rows = await this.#database.run(drawIdsStatement(model, Math.max(lot, count - left.length)), 'read')
      if (rows.length === 0) throw new TypeError('The sequence gave no ids.')
      for (const [id] of rows) left.push(Number(id))
    }
    return left.splice(0, count)
  }
}
