import type { NotedSearch } from '../statement/service/searches.ts'

/** The maximum number of different searches between two saves; more are ignored. */
const maxSearches = 1_000
/** Longer SQL is ignored: nobody repeats such a search, and a thousand of them would take too much memory. */
const maxTextLength = 20_000

/**
 * Counts the searches that this process has executed since the last save. Its size is bounded, whatever clients send.
 */
export class SearchUsage {
  readonly #searches = new Map<string, NotedSearch>()

  /** Counts uses of a search. `describe` is called only if the search is new. */
  add(text: string, uses: number, describe: () => Pick<NotedSearch, 'model' | 'summary' | 'shape'>): void {
    const known = this.#searches.get(text)
    if (known) this.#searches.set(text, { ...known, uses: known.uses + uses })
    else if (this.#searches.size < maxSearches && text.length <= maxTextLength)
      this.#searches.set(text, { ...describe(), text, uses })
  }

  /** Returns all searches and forgets them. */
  take(): NotedSearch[] {
    const taken = [...this.#searches.values()]
    this.#searches.clear()
    return taken
  }

  /** Adds searches that could not be saved again. */
  giveBack(searches: readonly NotedSearch[]): void {
    for (const search of searches) this.add(search.text, search.uses, () => search)
  }
}
