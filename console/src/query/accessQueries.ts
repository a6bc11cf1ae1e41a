import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Action, Json } from '../meta/ModelMeta.ts'
import { keyModel, sessionModel } from '../meta/ownModels.ts'
import type { MadeKey, RightsChange } from '../service/AccessService.ts'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'
import { invalidateWritten } from './queries.ts'

/** All records of a model: for those that are few, such as roles. */
export function useAll(service: Service, model: string, fields: readonly string[], enabled = true) {
  return useQuery({
    queryKey: keys.all(model, fields.join(',')),
    queryFn: ({ signal }) => service.all(model, fields, signal),
    enabled,
  })
}

/** What is asked about a user. */
export interface Question {
  readonly model: string
  readonly id: number | undefined
  readonly action: Action
}

/** Why another user may do something or not. */
export function useExplanationFor(service: Service, user: string, { model, id, action }: Question, enabled: boolean) {
  return useQuery({
    queryKey: keys.explanation(model, id, action, user),
    queryFn: ({ signal }) => service.explainFor(user, model, id, action, signal),
    enabled,
    staleTime: 0,
  })
}

/** What another user may do, model by model. */
export function useMayOf(service: Service, user: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.may(user),
    queryFn: ({ signal }) => service.mayOf(user, signal),
    enabled,
    staleTime: 0,
  })
}

/** A change of rights that is looked at before it is made. */
export interface RightsDraft {
  readonly model: string
  readonly id: number | undefined
  readonly data: Readonly<Record<string, Json>>
}

/** What a change of rights does to what others see. */
export function usePreviewRights(service: Service) {
  return useMutation<readonly RightsChange[] | undefined, Error, RightsDraft>({
    mutationFn: ({ model, id, data }) => service.previewRights(model, id, data),
  })
}

/** Makes an API key. */
export function useCreateKey(service: Service) {
  const client = useQueryClient()
  return useMutation<MadeKey, Error, Readonly<Record<string, Json>>>({
    mutationFn: (data) => service.createKey(data),
    onSuccess: () => invalidateWritten(client, keyModel),
  })
}

/** Ends all sessions of a user. */
export function useEndSessionsOf(service: Service) {
  const client = useQueryClient()
  return useMutation<number, Error, number>({
    mutationFn: (user) => service.endSessionsOf(user),
    onSuccess: () => invalidateWritten(client, sessionModel),
  })
}

/** Makes a key in place of another one. */
export function useRotateKey(service: Service) {
  const client = useQueryClient()
  return useMutation<MadeKey, Error, { readonly id: number; readonly overlap: string }>({
    mutationFn: ({ id, overlap }) => service.rotateKey(id, overlap),
    onSuccess: () => invalidateWritten(client, keyModel),
  })
}
