import { type QueryCacheNotifyEvent, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../service/FeedEvent.ts'
import type { Service } from '../service/Service.ts'
import { Follower } from './Follower.ts'
import { followedBy, isOf, isPage, keys } from './keys.ts'
import { type FeedState, noFeedState } from './feedState.ts'

/** How long changes are collected, so that many of them are one request; and how long a screen is left alone then. */
const [collectFor, restFor] = [150, 1_000]

/** More records than anybody sees at once. */
const mostGone = 1_000

/**
 * Keeps what is on the screen as it is in the service: one stream of the changes of its models, none while the tab is
 * hidden. What this tab wrote itself is known already.
 */
export function useLive(service: Service, canFollow: (model: string) => boolean, isOwn: (request: string) => boolean) {
  const client = useQueryClient()
  useEffect(() => {
    const collected = collect(client, isOwn)
    const follower = new Follower({
      wanted: () => (document.visibilityState === 'visible' ? modelsOf(client).filter(canFollow) : []),
      beginning: () => client.getQueryData<string>(keys.beginning),
      follow: (...asked) => service.follow(...asked),
      pause,
      onChange: collected.add,
      onReset: () => void client.invalidateQueries(),
      onEnd: () => void client.invalidateQueries({ queryKey: keys.session }),
      onClosed: () => client.setQueryData(keys.isClosed, true),
      onLive: (isLive) => {
        // Whoever was followed and is not any more may be away: that is seen at once, and not with the next request. A
        // service that drains still answers, so after it has closed a stream each failure to open another one counts.
        const wasThere = client.getQueryData(keys.isLive) || client.getQueryData(keys.isClosed)
        if (!isLive && wasThere) void client.invalidateQueries({ queryKey: keys.session })
        client.setQueryData(keys.isLive, isLive)
        if (isLive) client.setQueryData(keys.isClosed, false)
      },
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      // A screen that goes and one that comes are one step.
      timer = setTimeout(() => follower.look(), collectFor)
    }
    const ends = client.getQueryCache().subscribe((event) => {
      if (event.type === 'observerAdded' || event.type === 'observerRemoved') look()
      // The service is back.
      if (isAnswered(event, keys.isAway) && client.getQueryData(keys.isAway) === false) follower.hurry()
    })
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      ends()
      collected.stop()
      follower.stop()
      client.setQueryData(keys.isLive, false)
    }
  }, [client, service, canFollow, isOwn])
}

function isAnswered(event: QueryCacheNotifyEvent, [name]: readonly string[]): boolean {
  return event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === name
}

/** The models of all that is on the screen. */
function modelsOf(client: QueryClient): string[] {
  return client.getQueryCache().findAll({ type: 'active' }).flatMap(followedBy)
}

/** Collects changes, and makes stale what shows their models: at once, and then once in a while. */
function collect(client: QueryClient, isOwn: (request: string) => boolean) {
  const gone = new Map<string, number[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let restUntil = 0
  const report = () => {
    timer = undefined
    restUntil = Date.now() + restFor
    for (const [model, ids] of gone) announce(client, model, ids)
    gone.clear()
  }
  return {
    add: ({ model, id, operation, requestId }: Change) => {
      if (requestId !== undefined && isOwn(requestId)) return
      const ids = gone.get(model) ?? []
      gone.set(model, ids)
      if (operation === 'delete' || operation === 'vanish') ids.push(id)
      timer ??= setTimeout(report, Math.max(collectFor, restUntil - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Reads again what shows a model. Rows of a list must not jump: it decides itself when to show others. */
function announce(client: QueryClient, model: string, ids: readonly number[]): void {
  const isShown = isOf(model)
  void client.invalidateQueries({ refetchType: 'none', predicate: (query) => isShown(query) && isPage(query) })
  void client.invalidateQueries({ predicate: (query) => isShown(query) && !isPage(query) })
  client.setQueryData<FeedState>(keys.feedState(model), (before = noFeedState) => ({
    at: Date.now(),
    gone: new Set([...before.gone, ...ids].slice(-mostGone)),
  }))
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('The pause was ended.'))
    })
  })
}
