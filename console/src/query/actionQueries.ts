import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json } from '../meta/ModelMeta.ts'
import type { Acted } from '../service/ActionsService.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'
import { invalidateAll } from './queries.ts'

/** The actions that the caller may run. */
export function useActions(service: Service) {
  return useQuery({
    queryKey: keys.actions,
    queryFn: ({ signal }) => service.actions(signal),
    staleTime: 60_000,
  })
}

/** A run of an action: without a key it is a dry run. */
export interface Acting {
  readonly data: Readonly<Record<string, Json>>
  readonly key?: string
}

/** Runs an action. What any screen shows may be old then. */
export function useAct(service: Service, name: string) {
  const client = useQueryClient()
  return useMutation<Acted, Error, Acting>({
    mutationFn: ({ data, key }) =>
      service.act(name, data, key === undefined ? { dryRun: true } : { dryRun: false, key }),
    onSettled: (_, __, { key }) => {
      if (key !== undefined) void invalidateAll(client)
    },
  })
}
