import { useInfiniteQuery } from '@tanstack/react-query'
import { isRelation, type ModelMeta } from '../meta/ModelMeta.ts'
import type { NewestOf } from '../service/ChangesService.ts'
import { isFailure } from '../service/isFailure.ts'
import type { Service } from '../service/Service.ts'
import { useIsLive } from './feedState.ts'
import { type AnswerMeta, keys } from './keys.ts'

const often = 30_000

/** The writes of a record and of the records in its collections, in parts from the newest. Live as its form is. */
export function useWrites(service: Service, { name, fields }: ModelMeta, id: number, enabled = true) {
  const isLive = useIsLive()
  const lists = fields.filter(isRelation).flatMap(({ target }) => target ?? [])
  return useInfiniteQuery({
    queryKey: keys.writes(name, id),
    queryFn: ({ pageParam, signal }) =>
      service.writes(name, id, pageParam, { members: true, signal }).catch((error: unknown) => {
        // With more members than are looked at, its own writes alone.
        if (!isFailure(error, 'invalid-parameter')) throw error
        return service.writes(name, id, pageParam, { members: false, signal })
      }),
    enabled,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { writes }) => sum + writes.length, 0)
      return last.writes.length > 0 && loaded < last.total ? loaded : undefined
    },
    meta: { lists } satisfies AnswerMeta,
    refetchInterval: isLive ? false : often,
  })
}

/** What was written last in some models, in pages. The feed says when there is more. */
export function useNewest(service: Service, of: NewestOf, lists: readonly string[]) {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: keys.newest(JSON.stringify(of)),
    queryFn: ({ pageParam, signal }) => service.newest(of, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { lists } satisfies AnswerMeta,
    refetchInterval: isLive ? false : often,
  })
}
