import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { RecordJson } from '../meta/ModelMeta.ts'
import { findKnown } from './findKnown.ts'
import { keys } from './keys.ts'

/** A record as a screen has read it last; undefined until one has. Nothing is asked for. */
export function useKnownRecord(model: string, id: number | undefined): RecordJson | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  const answers = () => client.getQueriesData({ queryKey: keys.model(model) }).map(([, answer]) => answer)
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : findKnown(answers(), id)))
}
