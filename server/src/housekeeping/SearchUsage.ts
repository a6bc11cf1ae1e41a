import type { NotedSearch } from '../statement/service/searches.ts'

/** Different searches that are noted between two times at which they are kept; more are passed over. */
const most = 1_000
/** A text so long is nobody's habit, and a thousand of them would be a burden. */
const longest = 20_000

/** Which searches this process has carried out since they were kept last. Bounded, whatever clients send. */
export class SearchUsage {
  readonly #noted = new Map<string, NotedSearch>()

  /** Counts uses of a search. What it is about is only asked for where it is new. */
  note(text: string, uses: number, describe: () => Pick<NotedSearch, 'model' | 'summary' | 'shape'>): void {
    const known = this.#noted.get(text)
    if (known) this.#noted.set(text, { ...known, uses: known.uses + uses })
    else if (this.#noted.size < most && text.length <= longest) this.#noted.set(text, { ...describe(), text, uses })
  }

  /** All that was noted, which is forgotten here. */
  take(): NotedSearch[] {
    const taken = [...this.#noted.values()]
    this.#noted.clear()
    return taken
  }

  /** Takes back what could not be kept. */
  giveBack(searches: readonly NotedSearch[]): void {
    for (const search of searches) this.note(search.text, search.uses, () => search)
  }
}
