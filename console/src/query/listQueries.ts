import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import type { GroupRequest } from '../chart/Groups.ts'
import type { Service } from '../service/Service.ts'
import { useEffect } from 'react'
import { keys } from './keys.ts'

/**
 * The total of a list. The first page brings it, and `found` is what that page says; for other pages it is the one that
 * the first page brought, or one asked for beside the page.
 */
export function useTotal(
  service: Service,
  model: string,
  { q, where }: { readonly q: string; readonly where: string },
  source: 'of the page' | 'asked for',
  found: number | undefined,
) {
  const known = source === 'of the page' ? found : undefined
  const client = useQueryClient()
  const queryKey = keys.total(model, q, where)
  const name = JSON.stringify(queryKey)
  useEffect(() => {
    if (known !== undefined) client.setQueryData(JSON.parse(name) as string[], known)
  }, [client, name, known])
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const given = Object.entries({ q, where }).filter(([, text]) => text !== '')
      const page = await service.find(model, new URLSearchParams([...given, ['limit', '1']]), signal)
      return page.total ?? null
    },
    enabled: source === 'asked for',
    staleTime: 30_000,
  })
  return known ?? data ?? undefined
}

/**
 * Counts records by the values of a field. A count that fails, or takes longer than `patience` milliseconds, is not
 * known: nothing is guessed.
 */
export function useGroups(service: Service, model: string, request: GroupRequest, enabled = true, patience?: number) {
  return useQuery({
    queryKey: keys.count(model, JSON.stringify(request)),
    queryFn: ({ signal }) => service.count(model, request, patience ? limited(signal, patience) : signal),
    enabled,
    staleTime: 60_000,
  })
}

function limited(signal: AbortSignal, milliseconds: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])
}

/** The first records of a list, as they were at most a minute ago. */
export function useFirstRecords(service: Service, model: string, parameters: URLSearchParams) {
  return useQuery({
    queryKey: keys.list(model, parameters.toString()),
    queryFn: ({ signal }) => service.find(model, parameters, signal),
    staleTime: 60_000,
  })
}

/** What the service says about each of several criteria alone: undefined for those that it accepts. */
export function useFaults(service: Service, model: string, wheres: readonly string[], enabled: boolean) {
  const results = useQueries({
    queries: wheres.map((where) => {
      const parameters = new URLSearchParams({ where, limit: '1', total: 'false' })
      return {
        queryKey: keys.list(model, parameters.toString()),
        queryFn: () => service.find(model, parameters),
        enabled,
      }
    }),
  })
  return results.map(({ error }) => (enabled ? (error ?? undefined) : undefined))
}

/** How many records there are for each of several filters; undefined while that is not known. */
export function useTotals(service: Service, model: string, filters: readonly { q: string; where: string }[]) {
  const results = useQueries({
    queries: filters.map((filter) => {
      const given = Object.entries(filter).filter(([, text]) => text !== '')
      const parameters = new URLSearchParams([...given, ['limit', '1']])
      return {
        queryKey: keys.list(model, parameters.toString()),
        queryFn: () => service.find(model, parameters),
      }
    }),
  })
  return results.map(({ data }) => data?.total)
}

/** Records whose titles are to be shown, by their model. */
export interface Wanted {
  readonly model: string
  /** The title field of the model. */
  readonly title: string
  readonly ids: readonly number[]
}

/** The query for some fields of some records. */
export function recordsById(service: Service, model: string, ids: readonly number[], fields: readonly string[]) {
  const where = JSON.stringify({ fieldName: 'id', operator: 'in', value: ids })
  const parameters = new URLSearchParams({ where, fields: fields.join(), limit: String(ids.length), total: 'false' })
  return {
    queryKey: keys.list(model, parameters.toString()),
    queryFn: () => service.find(model, parameters),
    staleTime: 60_000,
  }
}

/** Looks up the records of criteria, so that they are shown by their titles. */
export function useTitles(service: Service, wanted: readonly Wanted[]) {
  const results = useQueries({
    queries: wanted.map(({ model, title, ids }) => recordsById(service, model, ids, [title])),
  })
  const found = results.map(({ data }) => data?.records ?? [])
  return (model: string, id: number): Json | undefined => {
    const index = wanted.findIndex((each) => each.model === model)
    const record = found[index]?.find((each: RecordJson) => each.id === id)
    return record?.[wanted[index]?.title ?? '']
  }
}
