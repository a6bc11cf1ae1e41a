import { type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page, Service } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { isPage, keys } from './keys.ts'
import { useFeedState } from './feedState.ts'

/** A page of a list, and when it was asked for. */
export interface GridPage extends Page {
  readonly askedAt: number
}

/** Which page of which list. */
export interface PageOf {
  readonly model: string
  readonly parameters: URLSearchParams
  /** How many records come before it: behind a token, a page does not know. */
  readonly position: number
}

/** How many pages out of sight are kept, so that Back shows them at once. */
const kept = 10

/** Forgets all but the last pages, so that paging through a long list doesn't grow memory. */
function forgetPages(client: QueryClient): void {
  const pages = client.getQueryCache().findAll({ queryKey: keys.records, type: 'inactive', predicate: isPage })
  const oldest = pages.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt).slice(kept)
  for (const { queryKey } of oldest) client.removeQueries({ queryKey, exact: true })
}

async function read(service: Service, of: PageOf, context: QueryFunctionContext): Promise<GridPage> {
  const askedAt = Date.now()
  const parameters = new URLSearchParams(of.parameters)
  if (isFirst(context)) parameters.set('changes', 'true')
  forgetPages(context.client)
  const page = begin(context, await service.find(of.model, parameters, context.signal))
  return { ...page, offset: of.position, askedAt }
}

/** A page of a list; the one before stays in sight until the new one is there. */
export function useGridPage(service: Service, of: PageOf, enabled = true) {
  return useQuery({
    queryKey: keys.page(of.model, of.parameters.toString()),
    queryFn: (context) => read(service, of, context),
    enabled,
    placeholderData: (previous, query) => (query?.queryKey[1] === of.model ? previous : undefined),
  })
}

/**
 * The page as it is since the feed reported a change of its model, the records that are gone, and how to show it
 * from now on. There is none while nothing is new.
 */
export function useLatestPage(service: Service, of: PageOf, shown: GridPage | undefined) {
  const client = useQueryClient()
  const { at, gone } = useFeedState(of.model)
  const text = of.parameters.toString()
  const isOld = shown !== undefined && shown.askedAt < at
  const { data } = useQuery({
    queryKey: keys.latest(of.model, text, at),
    queryFn: (context) => read(service, of, context),
    enabled: isOld,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous, query) => (query?.queryKey[2] === text ? previous : undefined),
    gcTime: 0,
  })
  const latest = isOld && data && data.askedAt > shown.askedAt ? data : undefined
  const settle = () => client.setQueryData(keys.page(of.model, text), latest)
  return { latest, gone, settle }
}
