import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRelation, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import { isFailure } from '../service/isFailure.ts'
import type { Service } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { isRepeat } from './isRepeat.ts'
import { type AnswerMeta, keys } from './keys.ts'
import { useIsLive } from './feedState.ts'

const often = 30_000

/**
 * A record with what may be done with it. It is read again on focus, when the feed tells of it or of records that its
 * form lists, and every 30 s where there is no feed, quietly.
 */
export function useOpened(service: Service, model: ModelMeta, id: number | undefined, fields: readonly string[]) {
  const isLive = useIsLive()
  const lists = model.fields.filter(isRelation).flatMap(({ target }) => target ?? [])
  return useQuery({
    queryKey: keys.opened(model.name, id ?? 0),
    queryFn: async (context) => {
      const options = { signal: context.signal, quiet: isRepeat(context), changes: isFirst(context) }
      return begin(context, await service.open(model.name, id ?? 0, fields, options))
    },
    enabled: id !== undefined,
    meta: { lists } satisfies AnswerMeta,
    refetchInterval: isLive ? false : often,
  })
}

/** Why something is allowed or not. */
export function useExplanation(
  service: Service,
  model: string,
  id: number | undefined,
  action: string,
  enabled: boolean,
) {
  return useQuery({
    queryKey: keys.explanation(model, id, action),
    queryFn: ({ signal }) => service.explain(model, id, action, signal),
    enabled,
    staleTime: 0,
  })
}

/** A draft whose base was changed by others. */
export interface StaleDraft {
  readonly model: string
  readonly id: number
  /** What a save would send, with the version that was read. */
  readonly data: Readonly<Record<string, Json>>
  /** The version of the record now. */
  readonly version: number
}

/** How long nothing is typed before it is asked whether it clashes, in milliseconds. */
const untilAsked = 300

/**
 * What a save would clash with, by a dry run: what its conflict says, or null where it would be saved. Every other
 * failure says nothing about clashes: it is the error of the query, and is asked again. While something else is asked,
 * the answer before stays in sight as a placeholder.
 */
export function useStaleDraft(service: Service, { model, id, data, version }: StaleDraft, enabled: boolean) {
  return useQuery({
    queryKey: keys.staleDraft(model, id, version, JSON.stringify(data)),
    queryFn: async ({ signal }): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, untilAsked))
      signal.throwIfAborted()
      try {
        await service.tryUpdate(model, id, data, signal)
        return null
      } catch (error) {
        if (isFailure(error, 'version-conflict')) return error.data
        throw error
      }
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
