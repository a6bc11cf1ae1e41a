import { useInfiniteQuery } from '@tanstack/react-query'
import type { AccessChangesOf } from '../service/AccessService.ts'
import type { Service } from '../service/Service.ts'
import { useIsLive } from './feedState.ts'
import { type AnswerMeta, keys } from './keys.ts'

const often = 30_000

/** Who changed rights, in pages from the newest. The feed of the models that are listed says when there is more. */
export function useAccessChanges(service: Service, of: AccessChangesOf, lists: readonly string[]) {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: keys.accessChanges(JSON.stringify(of)),
    queryFn: ({ pageParam, signal }) => service.accessChanges(of, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { lists } satisfies AnswerMeta,
    refetchInterval: isLive ? false : often,
  })
}

/** Who looked as whom, in pages from the newest. */
export function useLooks(service: Service, user: string) {
  return useInfiniteQuery({
    queryKey: keys.looks(user),
    queryFn: ({ pageParam, signal }) => service.looks(user, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}
