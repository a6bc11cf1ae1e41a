import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRelation, type Json, type ModelMeta, type RecordJson } from '../meta/ModelMeta.ts'
import { isFailure } from '../service/isFailure.ts'
import type { ArchiveWay, Service, Written } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { isRepeat } from './isRepeat.ts'
import { type AnswerMeta, keys } from './keys.ts'
import { useIsLive } from './feedState.ts'
import { recordsById } from './listQueries.ts'
import { invalidateWritten } from './queries.ts'

const often = 30_000

/**
 * A record with what may be done with it. It is read again on focus, when the feed tells of it or of records that its
 * form lists, and every 30 s where there is no feed, quietly.
 */
export function useOpened(service: Service, model: ModelMeta, id: number | undefined, fields: readonly string[]) {
  const isLive = useIsLive()
  // A record with more lines than an answer may have is read without them: its form lists the first ones.
  const lists = model.fields.filter(isRelation).flatMap(({ target }) => target ?? [])
  return useQuery({
    queryKey: keys.opened(model.name, id ?? 0),
    queryFn: async (context) => {
      const options = { signal: context.signal, quiet: isRepeat(context), changes: isFirst(context) }
      const read = (names: readonly string[]) => service.open(model.name, id ?? 0, names, options)
      const opened = await read(fields).catch((error: unknown) => {
        if (!isFailure(error, 'invalid-parameter')) throw error
        return read(fields.filter((name) => !name.includes('.')))
      })
      return begin(context, opened)
    },
    enabled: id !== undefined,
    meta: { lists } satisfies AnswerMeta,
    refetchInterval: isLive ? false : often,
  })
}

/** Archives a record, or takes it out again. */
export function useArchive(service: Service, model: string) {
  const client = useQueryClient()
  return useMutation<Written, Error, { readonly way: ArchiveWay; readonly record: RecordJson; readonly key: string }>({
    mutationFn: ({ way, record: { id, version }, key }) => service.archive(model, way, id, version, { key }),
    onSuccess: () => void invalidateWritten(client, model),
  })
}

/** A record that a form refers to, and the fields of it that the form needs. */
interface ReferredRecord {
  readonly model: string
  readonly id: number
  readonly fields: readonly string[]
}

/** Some fields of the records that a form refers to, for what follows from them; undefined while they are not read. */
export function useReferred(service: Service, wanted: readonly ReferredRecord[]) {
  const results = useQueries({
    queries: wanted.map(({ model, id, fields }) => recordsById(service, model, [id], fields)),
  })
  return (model: string, id: number): RecordJson | undefined => {
    const index = wanted.findIndex((each) => each.model === model && each.id === id)
    return results[index]?.data?.records[0]
  }
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

/** How long nothing is typed before it is asked what would come of it, in milliseconds. */
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

/**
 * What the service would compute from a draft, by a dry run. The next key ends the one before; while another one is
 * asked for, the answer before is a placeholder. A draft that would be refused has no figures.
 */
export function useWouldBe(
  service: Service,
  {
    model,
    id,
    data,
    fields,
  }: Omit<StaleDraft, 'id' | 'version'> & { id: number | undefined; fields: readonly string[] },
  enabled: boolean,
) {
  return useQuery({
    queryKey: keys.wouldBe(model, id, JSON.stringify(data)),
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, untilAsked))
      signal.throwIfAborted()
      return service.wouldBe(model, id, data, fields, signal)
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
