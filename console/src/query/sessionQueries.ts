import { type QueryCacheNotifyEvent, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAway } from '../service/isFailure.ts'
import type { Me } from '../service/Me.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

/** The error of a request that failed just now; undefined for everything else that happens to a cache. */
function newErrorOf(event: QueryCacheNotifyEvent): unknown {
  return event.type === 'updated' && event.action.type === 'error' ? event.action.error : undefined
}

const often = 30_000

/** Timers can't wait longer than some weeks. */
const seldom = 86_400_000

/**
 * How many milliseconds the session goes on without a use, and how to use it. It is looked at quietly while it is about
 * to end, and shortly before that.
 */
export function useSessionEnd(service: Service, me: Me, warnBefore: number) {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: keys.session,
    queryFn: ({ signal }) => service.lookAtMe(signal),
    initialData: me,
    staleTime: 0,
    refetchOnMount: false,
    refetchInterval: ({ state }) => Math.min(seldom, Math.max(often, leftOf(state.data) - warnBefore + 1_000)),
  })
  const left = leftOf(data)
  const stay = () => service.me().then((now) => client.setQueryData(keys.session, now))
  const canStay = data.session?.latest === undefined || data.session.latest !== data.session.until
  return { left, endsAt: new Date(dataUpdatedAt + left), canStay, stay }
}

function leftOf(me: Me | undefined): number {
  if (!me?.session || !me.now) return seldom
  return Date.parse(me.session.until) - Date.parse(me.now)
}

/**
 * Whether the service can't be reached: the network is gone, or the last answer of something on the screen was none. A
 * service that has ended the stream of changes before is about to start again.
 */
export function useAway(service: Service): 'away' | 'restarting' | undefined {
  const client = useQueryClient()
  const [isFailing, setFailing] = useState(false)
  const [isOffline, setOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    const end = client.getQueryCache().subscribe((event) => {
      if (isAway(newErrorOf(event))) setFailing(true)
    })
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
      end()
    }
  }, [client])
  const isThere = isFailing && !isOffline
  useEffect(() => {
    if (!isThere) return undefined
    const wait = client.getQueryData(keys.isClosed) ? 1_000 : 3_000
    const timer = setInterval(() => {
      service.lookAtMe().then(
        () => {
          setFailing(false)
          client.setQueryData(keys.isAway, false)
          void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
        },
        (error: unknown) => {
          if (!isAway(error)) setFailing(false)
        },
      )
    }, wait)
    return () => clearInterval(timer)
  }, [isThere, service, client])
  if (isFailing && !isOffline && client.getQueryData(keys.isClosed)) return 'restarting'
  return isFailing || isOffline ? 'away' : undefined
}
