import type { FeedEvent } from './FeedEvent.ts'

/** What the console asks about changes: those that come. */
export interface ChangesService {
  /** What is written to some models behind a place of the feed, or from now on, as far as the caller sees it. */
  follow(models: readonly string[], after: string | undefined, signal: AbortSignal): AsyncIterable<FeedEvent>
}
