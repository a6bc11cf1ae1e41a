import { requireAt } from '../failure/invariant.ts'
import type { Place } from '../model/field/series/Series.ts'
import type { Model } from '../model/Model.ts'
import type { NumberedField } from '../model/members.ts'
import { plainSeriesOf } from '../model/seriesOf.ts'
import type { Database } from '../postgres/Database.ts'
import type { StatementOptions } from '../postgres/StatementOptions.ts'
import type { DrawnNumber } from '../statement/record/numbers.ts'
import { drawNumbersStatement } from '../statement/service/series.ts'

/** The most numbers that one query draws ahead. */
const maxLot = 1_024
/** Lots that last for fewer milliseconds than this are followed by larger ones. */
const shortTime = 1_000

/** What is left of one series. */
interface Left {
  period: string
  /** When the period ends. */
  until: number
  numbers: number[]
  /** The size of the last lot, and when it was drawn. */
  lot: number
  drawn: number
}

/**
 * Numbers of plain series, drawn ahead so that creates do not wait for each other's commit. It draws one by one while
 * there is little to do, and larger lots under load: what is left when the process ends is a gap.
 */
export class NumberReserve {
  readonly #database: Pick<Database, 'run' | 'generation'>
  readonly #place: Place
  readonly #now: () => number
  readonly #left = new Map<string, Left>()
  #generation = 0

  /** `now` is the time in milliseconds, of a clock that is never set back. */
  constructor(database: Pick<Database, 'run' | 'generation'>, place: Place, now = () => performance.now()) {
    this.#database = database
    this.#place = place
    this.#now = now
  }

  /**
   * Draws numbers for `count` new records of a model: for each record, one for each of its plain series. Like ids they
   * are valid on the timeline that they were drawn on.
   */
  async draw(model: Model, count: number, options: StatementOptions = {}): Promise<DrawnNumber[][]> {
    const columns: DrawnNumber[][] = []
    for (const field of plainSeriesOf(model)) columns.push(await this.#drawFrom(model, field, count, options))
    return Array.from({ length: count }, (_, index) => columns.map((column) => requireAt(column, index)))
  }

  /** Discards what is left, because some of it is in use, and lets the next lots be large. */
  discard(model: Model): void {
    for (const { field } of plainSeriesOf(model)) {
      const left = this.#left.get(keyOf(model, field.name))
      if (left) Object.assign(left, { numbers: [], lot: maxLot, drawn: this.#now() })
    }
  }

  async #drawFrom(
    model: Model,
    field: NumberedField,
    count: number,
    options: StatementOptions,
  ): Promise<DrawnNumber[]> {
    this.#forgetEnded(keyOf(model, field.field.name))
    for (;;) {
      const left = this.#leftOf(keyOf(model, field.field.name))
      if (left.numbers.length >= count) {
        const { period } = left
        return left.numbers.splice(0, count).map((number) => ({ period, number }))
      }
      await this.#fill(left, model, field, count, options)
    }
  }

  /** Draws another lot. If the timeline has changed meanwhile, there is a new list, and this one is not used again. */
  async #fill(left: Left, model: Model, field: NumberedField, count: number, options: StatementOptions): Promise<void> {
    const isBusy = this.#now() - left.drawn < shortTime
    left.lot = Math.max(count - left.numbers.length, isBusy ? Math.min(maxLot, left.lot * 2) : 1)
    left.drawn = this.#now()
    const size = left.lot
    const [row] = await this.#database.run(drawNumbersStatement(model, field, size, this.#place), 'internal', options)
    const [period, last, seconds] = row ?? []
    if (typeof period !== 'string') throw new TypeError('The series gave no numbers.')
    if (left.period !== period) left.numbers = []
    left.period = period
    left.until = typeof seconds === 'string' ? this.#now() + Number(seconds) * 1_000 : Infinity
    for (let number = Number(last) - size + 1; number <= Number(last); number++) left.numbers.push(number)
  }

  #leftOf(key: string): Left {
    if (this.#generation !== this.#database.generation) this.#left.clear()
    this.#generation = this.#database.generation
    const left = this.#left.get(key) ?? { period: '', until: Infinity, numbers: [], lot: 1, drawn: -Infinity }
    this.#left.set(key, left)
    return left
  }

  /** The statement would have to draw other numbers, and lock the counter. */
  #forgetEnded(key: string): void {
    const left = this.#left.get(key)
    if (left && left.until <= this.#now()) left.numbers = []
  }
}

function keyOf(model: Model, field: string): string {
  return `${model.name} ${field}`
}
