import { useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'

/** What the feed said about a model since a moment: the records that are gone. */
export interface News {
  /** When it was said, by the clock of the browser. */
  readonly at: number
  readonly gone: ReadonlySet<number>
}

/** Nothing was said yet. */
export const silence: News = { at: 0, gone: new Set() }

/** Whether changes arrive by themselves; otherwise they have to be asked for. */
export function useIsLive(): boolean {
  return useTold(keys.isLive, false)
}

/** What the feed said about a model last. */
export function useNews(model: string): News {
  return useTold(keys.news(model), silence)
}

/** Something that the feed puts among the answers of the service. */
function useTold<Told>(queryKey: readonly string[], initialData: Told): Told {
  const gcTime = Number.POSITIVE_INFINITY
  return (
    useQuery<Told>({ queryKey, queryFn: () => initialData, initialData, enabled: false, gcTime }).data ?? initialData
  )
}
