const minute = 60_000
const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** The moment at which all pictures are taken. */
export const fixedNow = new Date('2026-03-12T14:30:00Z')

/**
 * Puts the times at which the data was made into a past that is the same in every run: each write gets a moment of its
 * own, in the order of the writes. What is written later happens now.
 */
export class FixedTimes {
  readonly #start: number
  readonly #moments: readonly number[]

  constructor(moments: readonly Date[]) {
    this.#moments = moments.map((moment) => moment.getTime())
    this.#start = this.#moments[0] ?? Date.now()
  }

  /** A text with its times replaced. Times before the data was made, such as those of a demo's contacts, stay. */
  fix(text: string): string {
    return text.replace(isoTime, (time) => this.#fixTime(time))
  }

  #fixTime(time: string): string {
    const at = Date.parse(time)
    if (at < this.#start) return time
    const later = this.#moments.filter((moment) => moment > at).length
    const isNew = at > (this.#moments.at(-1) ?? 0)
    return new Date(fixedNow.getTime() - (isNew ? 1 : 7 + later * 193) * minute).toISOString()
  }
}
