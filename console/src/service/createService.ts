import { type AnyModels, type Client, createClient } from '@tabularium/client'
import { createAccessService } from './createAccessService.ts'
import { createActionsService } from './createActionsService.ts'
import type { FieldMeta, ModelMeta, TypeTraits } from '../meta/ModelMeta.ts'
import { withTraits } from '../meta/withTraits.ts'
import { createReadService } from './createReadService.ts'
import { createWriteService } from './createWriteService.ts'
import { createChangesService } from './createChangesService.ts'
import { createWebhooksService } from './createWebhooksService.ts'
import { findScript } from './findScript.ts'
import type { Me, Service } from './Service.ts'

type AnyClient = Client<AnyModels>

/** The service behind this page. Repeats, time limits and the meaning of failures are the client's. */
export function createService(send: typeof fetch): Service {
  return toService(createClient({ url: '', fetch: send }), send)
}

/** What a client asks. Logging in and out is one's own, also while one looks as somebody else. */
function toService(client: AnyClient, send: typeof fetch, own = client): Service {
  return {
    ...createReadService(client),
    ...createWriteService(client),
    ...createAccessService(client),
    ...createActionsService(client),
    ...createWebhooksService(client),
    ...createChangesService(client, send),
    login: async (username, password) => {
      await own.login(username, password)
    },
    logout: () => own.logout(),
    seeAs: (username) => toService(client.seeAs(username), send, own),
    me: async (signal) => (await client.request('GET', '/ws/me', { signal })).data[0] as Me,
    changePassword: (old, next) => client.changePassword(old, next),
    endOtherSessions: async () => (await client.endSessions()).total,
    metadata: async (signal) => {
      const answer = await client.request('GET', '/ws/meta/models?detail=true', { signal })
      const { data, every, types, declaredRoles = [] } = answer
      return {
        models: withTraits(data as readonly ModelMeta[], types as Record<string, TypeTraits> | undefined),
        every: every as readonly FieldMeta[],
        declaredRoles: declaredRoles as readonly string[],
      }
    },
    lookAtMe: async (signal) =>
      (await client.request('GET', '/ws/me', { query: { quiet: true }, signal })).data[0] as Me,
    consoleScript: async (signal) => {
      const response = await fetch('/console/', { cache: 'no-cache', ...(signal ? { signal } : {}) })
      return findScript(await response.text())
    },
  }
}
