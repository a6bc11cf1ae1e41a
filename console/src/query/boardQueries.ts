import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import type { Opened, Service, Written } from '../service/Service.ts'
import { keys } from './keys.ts'
import { invalidateWritten, type Save } from './queries.ts'

/** Pages of one model by the parameters of find. What others change, the feed makes stale: cards move by themselves. */
export function useCardPages(service: Service, model: string, wanted: readonly string[]) {
  return useQueries({
    queries: wanted.map((parameters) => ({
      queryKey: keys.list(model, parameters),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        service.find(model, new URLSearchParams(parameters), signal),
    })),
  })
}

/** Cards with all their values and what may be done with them, as the board needs it once somebody takes them. */
export function useTakenCards(
  service: Service,
  { name }: ModelMeta,
  ids: readonly number[],
  fields: readonly string[],
): ReadonlyMap<number, Opened> {
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.card(name, id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        service.open(name, id, fields, { signal, quiet: true }),
    })),
  })
  return new Map(results.flatMap(({ data }) => (data ? [[data.record.id, data] as const] : [])))
}

/** Writes the value that a card gets where it was dropped. The board waits for its lists after that by itself. */
export function useMoveCard(service: Service, model: string) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<Written, Error, Save & { readonly id: number }>({
    mutationFn: ({ id, data, key, fields }) => service.update(model, id, data, { key, fields }),
  })
  return { write: mutateAsync, readAgain: () => invalidateWritten(client, model) }
}
