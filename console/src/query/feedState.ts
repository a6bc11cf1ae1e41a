import { useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'

/** What the feed reported about a model: when, and the records that are gone. */
export interface FeedState {
  /** When it was reported, by the clock of the browser. */
  readonly at: number
  readonly gone: ReadonlySet<number>
}

/** The feed has reported nothing yet. */
export const noFeedState: FeedState = { at: 0, gone: new Set() }

/** Whether changes arrive by themselves; otherwise they have to be asked for. */
export function useIsLive(): boolean {
  return useFeedValue(keys.isLive, false)
}

/** The last report of the feed about a model. */
export function useFeedState(model: string): FeedState {
  return useFeedValue(keys.feedState(model), noFeedState)
}

/** A value that the feed puts into the cache of answers. */
function useFeedValue<Value>(queryKey: readonly string[], initialData: Value): Value {
  const gcTime = Number.POSITIVE_INFINITY
  return (
    useQuery<Value>({ queryKey, queryFn: () => initialData, initialData, enabled: false, gcTime }).data ?? initialData
  )
}
