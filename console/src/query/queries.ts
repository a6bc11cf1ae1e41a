import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { isOwnModel, sessionModel } from '../meta/ownModels.ts'
import { isFailure } from '../service/isFailure.ts'
import type { Me } from '../service/Me.ts'
import type { Metadata } from '../service/Metadata.ts'
import type { Also, RestoreOptions, Service, Written } from '../service/Service.ts'
import { isOf, keys } from './keys.ts'

/** Who is logged in. */
export function useMe(service: Service) {
  return useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => service.me(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How people log in. */
export function useLoginMethods(service: Service, enabled = true) {
  return useQuery({
    queryKey: keys.loginMethods,
    queryFn: ({ signal }) => service.loginMethods(signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether the service sends links by mail; not, until that is known. */
export function useSendsLinks(service: Service): boolean {
  return useLoginMethods(service).data?.forgotten ?? false
}

/** The newest logins of a user, by the username. */
export function useSignIns(service: Service, user: string) {
  return useQuery({ queryKey: keys.signIns(user), queryFn: ({ signal }) => service.signIns(user, signal) })
}

/** The logins at providers that are tied to a user. */
export function useTiedLogins(service: Service, user: number) {
  return useQuery({ queryKey: keys.tiedLogins(user), queryFn: ({ signal }) => service.tiedLogins(user, signal) })
}

/** All models that the caller may know. They are asked for together with who it is, which saves a round trip. */
export function useMetadata(service: Service) {
  return useQuery<Metadata>({
    queryKey: keys.metadata,
    queryFn: ({ signal }) => service.metadata(signal),
    staleTime: 60_000,
  })
}

/** A page of records; the one before stays in sight until the new one is there. */
export function usePage(service: Service, model: string, parameters: URLSearchParams, enabled = true) {
  return useQuery({
    queryKey: keys.list(model, parameters.toString()),
    queryFn: ({ signal }) => service.find(model, parameters, signal),
    enabled,
    placeholderData: (previous, query) => (query?.queryKey[1] === model ? previous : undefined),
  })
}

/** The history of a record, in parts from the newest entry. */
export function usePast(service: Service, model: string, id: number) {
  return useInfiniteQuery({
    queryKey: keys.past(model, id),
    queryFn: ({ pageParam, signal }) => service.history(model, id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { entries }) => sum + entries.length, 0)
      return last.entries.length > 0 && loaded < last.total ? loaded : undefined
    },
  })
}

/** A save: a create without an id, an update with one. */
export interface Save {
  readonly model: string
  readonly id: number | undefined
  readonly data: Readonly<Record<string, Json>>
  readonly key: string
  /** The fields of the response, for callers that continue with the saved record. */
  readonly fields?: readonly string[]
}

/** Saves a record, and makes the lists that may show it stale. */
export function useSave(service: Service) {
  const client = useQueryClient()
  return useMutation<Written, Error, Save>({
    mutationFn: ({ model, id, data, key, fields }) =>
      id === undefined
        ? service.create(model, data, { key, fields })
        : service.update(model, id, data, { key, fields }),
    onSuccess: (_written, { model }) => invalidateWritten(client, model),
    // What clashes is newer than what was read.
    onError: (error, { model, id }) => {
      if (isFailure(error, 'version-conflict') && id !== undefined)
        void client.invalidateQueries({ queryKey: keys.opened(model, id) })
    },
  })
}

/**
 * Makes stale what a write of a model changes. One of users, roles or rules changes what may be done with all others.
 * Resolves when it has been read again. A write does not wait for that where it may remove the part of the page that
 * sent the write: the callbacks of that part would never be called.
 */
export async function invalidateWritten(client: QueryClient, model: string): Promise<void> {
  void client.invalidateQueries({ queryKey: keys.changes })
  await client.invalidateQueries({ predicate: isOf(model) })
  if (!isOwnModel(model)) return
  await Promise.all([keys.explanations, keys.metadata].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Makes stale what a write of any models changes. Resolves as `invalidateWritten` does. */
export async function invalidateAll(client: QueryClient): Promise<void> {
  await Promise.all([keys.records, keys.changes].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Deletes a record. */
export function useDelete(service: Service, model: string) {
  const client = useQueryClient()
  return useMutation<number | undefined, Error, { readonly record: RecordJson; readonly key: string }>({
    mutationFn: ({ record, key }) => service.remove(model, record.id, record.version, { key }),
    onSuccess: (_set, { record }) => {
      client.removeQueries({ queryKey: keys.opened(model, record.id) })
      void invalidateWritten(client, model)
    },
  })
}

/** The way back to an old version. */
interface Restore extends RestoreOptions {
  readonly id: number
  /** The current version, or that of the delete. */
  readonly version: number
  readonly toVersion: number
}

/** Brings an old version back. */
export function useRestore(service: Service, model: string) {
  const client = useQueryClient()
  return useMutation<Written, Error, Restore>({
    mutationFn: ({ id, version, toVersion, ...options }) => service.restore(model, id, version, toVersion, options),
    onSuccess: (_written, { members }) =>
      void (members.length > 0 ? invalidateAll(client) : invalidateWritten(client, model)),
  })
}

/** Says what a delete would do to other records. */
export function usePreviewDelete(service: Service, model: string) {
  return useMutation<Also, Error, RecordJson>({
    mutationFn: ({ id, version }) => service.previewRemove(model, id, version),
  })
}

/** How many deleted records a page has. */
export const deletedPage = 50

/** A page of deleted records. */
export function useDeleted(service: Service, model: string, offset: number) {
  return useQuery({
    queryKey: keys.deleted(model, offset),
    queryFn: ({ signal }) => service.deleted(model, offset, deletedPage, signal),
  })
}

/** Gives the caller another password. */
export function usePassword(service: Service) {
  return useMutation<void, Error, { readonly old: string; readonly next: string }>({
    mutationFn: ({ old, next }) => service.changePassword(old, next),
  })
}

/** Changes one's own language and time zone. All that is said in another language then is asked for again. */
export function useChangeMe(service: Service) {
  const client = useQueryClient()
  return useMutation<Me, Error, Pick<Me, 'language' | 'timeZone'>>({
    mutationFn: (changes) => service.changeMe(changes),
    onSuccess: async (me, { language }) => {
      client.setQueryData(keys.me, me)
      if (language !== undefined) await client.invalidateQueries({ queryKey: keys.metadata })
    },
  })
}

/** Ends the caller's other sessions. */
export function useEndSessions(service: Service) {
  const client = useQueryClient()
  return useMutation<number>({
    mutationFn: () => service.endOtherSessions(),
    onSuccess: () => invalidateWritten(client, sessionModel),
  })
}
