import { useQueryClient } from '@tanstack/react-query'
import type { GridPage } from './gridQueries.ts'
import { keys } from './keys.ts'

/** The records before and after one in the list that was shown last with it. */
export interface Neighbours {
  readonly previous: number | undefined
  readonly next: number | undefined
}

/** Finds them in the pages of lists that this tab still has: nothing is asked for. */
export function useNeighbours(model: string, id: number): Neighbours | undefined {
  const client = useQueryClient()
  const [, , page] = keys.page(model, '')
  const pages = client.getQueryCache().findAll({ queryKey: [...keys.model(model), page] })
  const last = pages
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => (state.data as GridPage | undefined)?.records ?? [])
    .find((records) => records.some((record) => record.id === id))
  const index = last?.findIndex((record) => record.id === id) ?? -1
  return last && { previous: last[index - 1]?.id, next: last[index + 1]?.id }
}
