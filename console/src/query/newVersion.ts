import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

const seldom = 600_000

/** Whether the service has another console than the one that runs here. Nothing is lost by waiting. */
export function useNewVersion(service: Service, own: string): boolean {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.version,
    queryFn: async ({ signal }) => (await service.consoleScript(signal)) ?? null,
    staleTime: 0,
    // The page has just been loaded.
    initialData: own,
    refetchOnMount: false,
    refetchInterval: seldom,
  })
  useEffect(() => {
    // A part of this version that is not there any more says it at once.
    const look = () => void client.invalidateQueries({ queryKey: keys.version })
    addEventListener('vite:preloadError', look)
    return () => removeEventListener('vite:preloadError', look)
  }, [client])
  return data !== null && data !== own
}
