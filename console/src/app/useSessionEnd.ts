import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { isFailure } from '../service/isFailure.ts'

/** Whether any request since the last login was refused because the session has ended, and how to begin again. */
export function useSessionEnd(): readonly [boolean, () => void] {
  const client = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const onEvent = ({ action }: { readonly action?: { readonly type: string; readonly error?: unknown } }) => {
      if (action?.type === 'error' && isFailure(action.error, 'session-required')) setEnded(true)
    }
    const toAction = (event: object) => onEvent('action' in event ? (event as Parameters<typeof onEvent>[0]) : {})
    const stops = [client.getQueryCache().subscribe(toAction), client.getMutationCache().subscribe(toAction)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
  return [hasEnded, useCallback(() => setEnded(false), [])]
}
