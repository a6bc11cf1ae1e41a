import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Json } from '../meta/ModelMeta.ts'
import { isFailure } from '../service/isFailure.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

/** A field and the values that the colleague tries, one after the other. */
export interface Asked {
  readonly field: string
  readonly values: readonly Json[]
}

/** Lets the colleague of the demo change a field of a record, by the first of the values that the service accepts. */
export function useColleague(service: Service, model: string, id: number) {
  const client = useQueryClient()
  return useMutation<void, Error, Asked>({
    mutationFn: async ({ field, values }) => {
      for (const [index, value] of values.entries()) {
        try {
          return await service.askColleague(model, id, { [field]: value })
        } catch (error) {
          if (!isFailure(error, 'invalid-record') || index === values.length - 1) throw error
        }
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.model(model) }),
  })
}
