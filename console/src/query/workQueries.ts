import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { jobModel } from '../meta/ownModels.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import type { Service } from '../service/Service.ts'
import type { Deliveries, Since } from '../service/WebhooksService.ts'
import { keys } from './keys.ts'

const [soon, seldom] = [2_000, 30_000]
const shownDeliveries = 20

/** A job as it is now: its progress has no versions, so the feed does not tell of it. */
export function useJob(service: Service, record: RecordJson): RecordJson {
  const { data } = useQuery({
    queryKey: keys.job(record.id),
    queryFn: ({ signal }) => service.read(jobModel, record.id, [], signal, true),
    initialData: record,
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? soon : seldom),
  })
  return data.version < record.version ? record : data
}

function isUnderWay(job: RecordJson | undefined): boolean {
  return job?.['state'] === 'waiting' || job?.['state'] === 'running'
}

/** Sends a failed job again. */
export function useTryAgain(service: Service) {
  const client = useQueryClient()
  return useMutation<unknown, Error, { readonly job: RecordJson; readonly key: string }>({
    mutationFn: ({ job: { id, version }, key }) => service.update(jobModel, id, { version, state: 'waiting' }, { key }),
    onSettled: (_, __, { job: { id } }) =>
      Promise.all([keys.model(jobModel), keys.job(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** What became of the deliveries of a webhook. */
export function useWebhookState(service: Service, id: number) {
  return useQuery({
    queryKey: keys.webhook(id, 'state'),
    queryFn: ({ signal }) => service.webhookState(id, signal),
    refetchInterval: 5_000,
  })
}

/** The first of its deliveries that wait or are parked. */
export function useDeliveries(service: Service, id: number, enabled: boolean) {
  return useQuery({
    queryKey: keys.webhook(id, 'deliveries'),
    queryFn: ({ signal }) => service.deliveries(id, shownDeliveries, signal),
    refetchInterval: 5_000,
    enabled,
  })
}

/** Sends a test to a webhook. */
export function useTestWebhook(service: Service, id: number) {
  return useMutation({ mutationFn: () => service.testWebhook(id) })
}

/** Sends everything again from a moment on. */
export function useResendSince(service: Service, id: number) {
  const client = useQueryClient()
  return useMutation<void, Error, Since>({
    mutationFn: (since) => service.resendSince(id, since),
    onSettled: () => client.invalidateQueries({ queryKey: keys.webhook(id) }),
  })
}

/** Sends deliveries again, or gives them up. */
export function useSendAgain(service: Service, id: number) {
  const client = useQueryClient()
  return useMutation<number, Error, { readonly which: Deliveries; readonly isDiscard: boolean }>({
    mutationFn: ({ which, isDiscard }) => (isDiscard ? service.discard(id, which) : service.resend(id, which)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.webhook(id) }),
  })
}
