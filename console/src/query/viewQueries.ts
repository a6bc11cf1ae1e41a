import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { viewModel } from '../meta/ownModels.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

const most = 200

/** The records of views that meet criteria, by name: one's own and those that are shared. */
export function useViewRecords(service: Service, criteria: Json) {
  const parameters = new URLSearchParams({
    where: JSON.stringify(criteria),
    fields: 'model,name,owner,roles.name,q,criteria,sortBy,fields,chart,pinned',
    sortBy: 'name',
    limit: String(most),
    total: 'false',
  })
  return useQuery({
    queryKey: keys.list(viewModel, parameters.toString()),
    queryFn: async ({ signal }): Promise<readonly RecordJson[]> =>
      (await service.find(viewModel, parameters, signal)).records,
    staleTime: 30_000,
  })
}

/** A write of a view: a create without an id, a delete without values. */
export interface ViewWrite {
  readonly id?: number
  readonly version?: number
  readonly data?: Readonly<Record<string, Json>>
  readonly key: string
}

/** Writes a view, and waits until the lists of views know it. */
export function useWriteView(service: Service) {
  const client = useQueryClient()
  return useMutation<RecordJson | undefined, Error, ViewWrite>({
    mutationFn: async ({ id, version = 0, data, key }) => {
      if (id === undefined) return (await service.create(viewModel, data ?? {}, { key })).record
      if (data) return (await service.update(viewModel, id, { ...data, version }, { key })).record
      await service.remove(viewModel, id, version, { key })
      return undefined
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(viewModel) }),
  })
}
