import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { addStep, type EditHistory, noHistory, stepTo } from '../bulk/EditHistory.ts'
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
  const take = (step: EditStep) => {
    const before = client.getQueryData<PendingEdits>(queryKey) ?? noPendingEdits
    client.setQueryData<PendingEdits>(queryKey, applyStep(before, step))
    if (step.does === 'refused') return
    // What was saved is not a matter of this history any more: change sets are undone.
    const isStep = step.does !== 'saved' && step.does !== 'remove'
    setHistory(client, model, isStep ? addStep(historyOf(client, model), before) : noHistory)
  }
  return [data, take]
}

/** Goes one step back or forth in the pending edits of a model; false where there is none. */
export function useStepEdits(model: string): (way: 'back' | 'forth') => boolean {
  const client = useQueryClient()
  return (way) => stepEdits(client, model, way)
}

function stepEdits(client: QueryClient, model: string, way: 'back' | 'forth'): boolean {
  const now = client.getQueryData<PendingEdits>(keys.pendingEdits(model)) ?? noPendingEdits
  const to = stepTo(historyOf(client, model), now, way)
  if (!to) return false
  client.setQueryData<PendingEdits>(keys.pendingEdits(model), to.edits)
  setHistory(client, model, to.history)
  return true
}

function historyOf(client: QueryClient, model: string): EditHistory {
  return client.getQueryData<EditHistory>(keys.editHistory(model)) ?? noHistory
}

function setHistory(client: QueryClient, model: string, history: EditHistory): void {
  client.setQueryDefaults(keys.editHistory(model), { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData<EditHistory>(keys.editHistory(model), history)
}
