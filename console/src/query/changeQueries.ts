import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addUndone, type Undone } from '../bulk/ChangeSet.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import type { SetsOf } from '../service/ChangesService.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'
import { invalidateAll } from './queries.ts'

/** How many records of a change set come at once. */
export const setPage = 100

/** A page of change sets. */
export function useChangeSets(service: Service, of: SetsOf) {
  return useQuery({
    queryKey: keys.sets(JSON.stringify(of)),
    queryFn: ({ signal }) => service.changeSets(of, signal),
    placeholderData: keepPreviousData,
  })
}

/** A change set with a page of its records. */
export function useChangeSet(service: Service, id: number, offset: number) {
  return useQuery({
    queryKey: keys.set(id, offset),
    queryFn: ({ signal }) => service.changeSet(id, offset, setPage, signal),
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  })
}

/** What the undo of change sets would do, by a dry run. */
export function useTryUndo(service: Service, ids: readonly number[]) {
  return useQuery<Undone>({
    queryKey: keys.undo(ids.join(',')),
    queryFn: async () => addUndone(await inTurn(ids, (id) => service.undoSet(id, { dryRun: true }))),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Undoes change sets, the last one first. Under the same keys it is done once. */
export function useUndo(service: Service) {
  const client = useQueryClient()
  return useMutation<Undone, Error, { readonly ids: readonly number[]; readonly keyOf: (id: number) => string }>({
    mutationFn: async ({ ids, keyOf }) =>
      addUndone(await inTurn(ids, (id) => service.undoSet(id, { dryRun: false, key: keyOf(id) }))),
    onSettled: () => invalidateAll(client),
  })
}

/** One write of a record, by the version that it made. */
export interface WriteOf {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly key: string
}

/** Undoes one write. */
export function useUndoWrite(service: Service) {
  const client = useQueryClient()
  return useMutation<RecordJson, Error, WriteOf>({
    mutationFn: ({ model, id, version, key }) => service.undoWrite(model, id, version, key),
    onSuccess: () => invalidateAll(client),
  })
}

/** Sets that were written later may rest on those before them: they go back first. */
async function inTurn<Answer>(ids: readonly number[], run: (id: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const id of ids.toSorted((a, b) => b - a)) answers.push(await run(id))
  return answers
}

/** Finds the last change set of a user. */
export function useFindLastSet(service: Service) {
  return useMutation<number | undefined, Error, string>({
    mutationFn: async (user) => {
      const { sets } = await service.changeSets({ user, model: '', offset: 0, limit: 1 })
      return sets[0]?.id
    },
  })
}
