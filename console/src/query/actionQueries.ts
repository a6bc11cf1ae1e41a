import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ActionMeta } from '../meta/ActionMeta.ts'
import type { Json } from '../meta/ModelMeta.ts'
import type { Acted } from '../service/ActionsService.ts'
import type { Service } from '../service/Service.ts'
import { invalidateAll, useMetadata } from './queries.ts'

const none: readonly ActionMeta[] = []

/** The actions that the caller may run. */
export function useActions(service: Service): readonly ActionMeta[] {
  return useMetadata(service).data?.actions ?? none
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
