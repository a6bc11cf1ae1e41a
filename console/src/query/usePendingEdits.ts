import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applyStep, type PendingEdits, type EditStep, noPendingEdits } from '../bulk/PendingEdits.ts'
import { keys } from './keys.ts'

/**
 * The edits of a model's lists that are not saved yet. They are kept with the answers of the service, so that they stay
 * while one looks at other screens, and are gone with everything else after a logout.
 */
export function usePendingEdits(model: string): readonly [PendingEdits, (step: EditStep) => void] {
  const client = useQueryClient()
  const queryKey = keys.pendingEdits(model)
  const { data } = useQuery<PendingEdits>({
    queryKey,
    queryFn: () => noPendingEdits,
    initialData: noPendingEdits,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const take = (step: EditStep) =>
    void client.setQueryData<PendingEdits>(queryKey, (before) => applyStep(before ?? noPendingEdits, step))
  return [data, take]
}
