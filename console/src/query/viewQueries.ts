import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { viewModel } from '../meta/ownModels.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'
import { type RecordWrite, writeRecord } from './writeRecord.ts'

const most = 200

/** The records of views that meet criteria, by name: one's own and those that are shared. */
export function useViewRecords(service: Service, criteria: Json) {
  const parameters = new URLSearchParams({
    where: JSON.stringify(criteria),
    fields: 'model,name,owner,roles.name,q,criteria,sortBy,fields,chart,layout,groupBy,footer,options,pinned',
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

/** Writes a view, and waits until the lists of views know it. */
export function useWriteView(service: Service) {
  const client = useQueryClient()
  return useMutation<RecordJson | undefined, Error, RecordWrite>({
    mutationFn: (write) => writeRecord(service, viewModel, write),
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(viewModel) }),
  })
}
