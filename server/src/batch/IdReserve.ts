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
  readonly #database: Database
  readonly #left = new Map<string, number[]>()

  constructor(database: Database) {
    this.#database = database
  }

  async draw(model: Model, count: number): Promise<number[]> {
    const left = this.#left.get(model.name) ?? []
    this.#left.set(model.name, left)
    if (left.length < count) {
      const lot = Math.min(most, Math.max(least, count * 2))
      const rows = await this.#database.run(drawIdsStatement(model, Math.max(lot, count - left.length)), 'read')
      left.push(...rows.map(([id]) => Number(id)))
    }
    return left.splice(0, count)
  }
}
