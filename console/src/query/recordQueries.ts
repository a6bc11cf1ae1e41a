import { useQuery } from '@tanstack/react-query'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { Service } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { isRepeat } from './isRepeat.ts'
import { keys } from './keys.ts'
import { useIsLive } from './news.ts'

const often = 30_000

/**
 * A record with what may be done with it. It is read again on focus and when the feed says so, and every 30 s where
 * there is no feed, quietly.
 */
export function useOpened(service: Service, model: ModelMeta, id: number | undefined, fields: readonly string[]) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: keys.opened(model.name, id ?? 0),
    queryFn: async (context) => {
      const options = { signal: context.signal, quiet: isRepeat(context), changes: isFirst(context) }
      return begin(context, await service.open(model.name, id ?? 0, fields, options))
    },
    enabled: id !== undefined,
    refetchInterval: isLive ? false : often,
  })
}

/** Why something is allowed or not. */
export function useExplanation(
  service: Service,
  model: string,
  id: number | undefined,
  action: string,
  enabled: boolean,
) {
  return useQuery({
    queryKey: keys.explanation(model, id, action),
    queryFn: ({ signal }) => service.explain(model, id, action, signal),
    enabled,
    staleTime: 0,
  })
}

/** A draft whose base was changed by others. */
export interface Moved {
  readonly model: string
  readonly id: number
  readonly data: Readonly<Record<string, Json>>
  /** Which versions and fields it is about: the question is asked anew where they are others. */
  readonly what: string
}

/** What a save would clash with, by a dry run that fails with it; undefined where it would clash with nothing. */
export function useMoved(service: Service, { model, id, data, what }: Moved, enabled: boolean) {
  return useQuery<Error | null>({
    queryKey: keys.moved(model, id, what),
    queryFn: () =>
      service.tryUpdate(model, id, data).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      ),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
