import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { GroupRequest, Groups } from '../chart/Groups.ts'
import type { Page, Service } from '../service/Service.ts'
import { useFeedState } from './feedState.ts'
import { keys } from './keys.ts'

/** Counts records by several requests, which are sent together. A count that fails is not known: nothing is guessed. */
export function useCounts(
  service: Service,
  model: string,
  requests: readonly GroupRequest[],
): readonly UseQueryResult<Groups>[] {
  return useQueries({
    queries: requests.map((request) => ({
      queryKey: keys.count(model, JSON.stringify(request)),
      queryFn: ({ signal }: { signal: AbortSignal }) => service.count(model, request, signal),
      staleTime: 15_000,
    })),
  })
}

/** Pages of records of several groups, and whether others have changed some of them since. */
export function useGroupPages(service: Service, model: string, wanted: readonly URLSearchParams[]) {
  const client = useQueryClient()
  const { at, gone } = useFeedState(model)
  const results: readonly UseQueryResult<Page>[] = useQueries({
    queries: wanted.map((parameters) => ({
      // Rows must not jump under somebody's hand: only their own writes read these pages again.
      queryKey: keys.page(model, parameters.toString()),
      queryFn: ({ signal }: { signal: AbortSignal }) => service.find(model, parameters, signal),
      staleTime: 15_000,
      refetchOnWindowFocus: false,
    })),
  })
  const isOld = results.some(({ dataUpdatedAt }) => dataUpdatedAt > 0 && dataUpdatedAt < at)
  const again = () => client.invalidateQueries({ queryKey: keys.page(model, '').slice(0, 3) })
  return { results, isOld, gone, again }
}
