import type { AnyModels, Client } from '@tabularium/client'
import type { Deliveries, Delivery, Tested, WebhooksService, WebhookState } from './WebhooksService.ts'

/** What the console asks about webhooks. */
export function createWebhooksService(client: Client<AnyModels>): WebhooksService {
  const path = (id: number, rest = '') => `/ws/webhooks/${id}${rest}`
  const send = async (id: number, what: 'resend' | 'discard', which: Deliveries) =>
    Number((await client.request('POST', path(id, `/${what}`), { body: { data: which } })).total)
  return {
    webhookState: async (id, signal) => (await client.request('GET', path(id), { signal })).data[0] as WebhookState,
    deliveries: async (id, limit, signal) => {
      const { data, more } = await client.request('GET', path(id, '/deliveries'), { query: { limit }, signal })
      return { data: data as readonly Delivery[], more: more === true }
    },
    testWebhook: async (id) =>
      (await client.request('POST', path(id, '/test'), { body: { data: {} }, repeatable: false })).data[0] as Tested,
    resend: (id, which) => send(id, 'resend', which),
    resendSince: async (id, since) => {
      await client.request('POST', path(id, '/resend'), { body: { data: since } })
    },
    discard: (id, which) => send(id, 'discard', which),
  }
}
