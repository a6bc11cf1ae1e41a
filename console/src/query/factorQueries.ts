import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BegunTotp } from '../service/Factors.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

/** One's own second factors. */
export function useFactors(service: Service) {
  return useQuery({ queryKey: keys.factors, queryFn: ({ signal }) => service.factors(signal) })
}

/** Begins to set up an app for codes. */
export function useBeginTotp(service: Service) {
  return useMutation<BegunTotp>({ mutationFn: () => service.beginTotp() })
}

/** What proves that the app is set up. */
export interface FirstCode {
  readonly code: string
  readonly name: string
}

/** Sets the app up by its first code. */
export function useConfirmTotp(service: Service) {
  const client = useQueryClient()
  return useMutation<readonly string[], Error, FirstCode>({
    mutationFn: ({ code, name }) => service.confirmTotp(code, name),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.factors }),
  })
}

/** Makes new recovery codes. */
export function useRenewRecovery(service: Service) {
  const client = useQueryClient()
  return useMutation<readonly string[]>({
    mutationFn: () => service.renewRecovery(),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.factors }),
  })
}
