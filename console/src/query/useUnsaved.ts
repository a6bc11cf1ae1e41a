import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { countEdits, type PendingEdits } from '../bulk/PendingEdits.ts'
import { keys } from './keys.ts'

/** How many pending edits of all models are not saved yet. */
export function countUnsaved(client: QueryClient): number {
  return client
    .getQueriesData<PendingEdits>({ queryKey: keys.allPendingEdits })
    .reduce((sum, [, pending]) => sum + (pending ? countEdits(pending) : 0), 0)
}

/**
 * How many pending edits are not saved yet, whichever screen is shown. Only this tab knows them: the browser asks
 * before it leaves the console.
 */
export function useUnsaved(): number {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  const unsaved = useSyncExternalStore(subscribe, () => countUnsaved(client))
  const hasUnsaved = unsaved > 0
  useEffect(() => {
    if (!hasUnsaved) return undefined
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [hasUnsaved])
  return unsaved
}
